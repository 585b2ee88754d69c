import { Printer } from 'lucide-react';
import { Button } from './Button.tsx';

export const PrintButton = () => (
  <Button
    size="small"
    icon={<Printer className="size-4" aria-hidden="true" />}
    onClick={() => window.print()}
  >
    Print
  </Button>
);
