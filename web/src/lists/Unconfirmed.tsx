import { Badge } from '../ui/Badge.tsx';

/** Beside an address that nobody has proved. It opens what can be done about it. */
export function Unconfirmed({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Unconfirmed: ${name}`}
      className="relative z-1 -my-2 rounded-full py-2 print:hidden!"
      onClick={onClick}
    >
      <Badge tone="part">Unconfirmed</Badge>
    </button>
  );
}
