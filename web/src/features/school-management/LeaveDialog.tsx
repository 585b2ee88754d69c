import { ConfirmDialog } from '../../ui/Dialog.tsx';

export default function LeaveDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Leave without the passwords?"
      cancel="Stay"
      confirm="Leave"
      onConfirm={onLeave}
    >
      <p>The new passwords are shown only once, and you have not copied or downloaded them yet.</p>
    </ConfirmDialog>
  );
}
