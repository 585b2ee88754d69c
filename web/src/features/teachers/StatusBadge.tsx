import { Clock } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';

type StatusBadgeProps = {
  status: 'active' | 'pending';
  /** What a pending student is called. */
  pending?: string;
};

export function StatusBadge({ status, pending = 'Pending' }: StatusBadgeProps) {
  return status === 'active' ? (
    <Badge>Active</Badge>
  ) : (
    <Badge tone="part" icon={<Clock aria-hidden="true" />}>
      {pending}
    </Badge>
  );
}
