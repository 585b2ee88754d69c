import { MessageSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

const FeedbackDialog = lazy(() => import('./FeedbackDialog.tsx'));

export function FeedbackButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        // Its words, not its padding, stand where the others stand.
        className="-mx-3"
        icon={<MessageSquare className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Give Feedback
      </Button>
      {isOpen && (
        <Suspense>
          <FeedbackDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
