import { useApiQuery } from '../../api/query.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatisticsSkeleton } from './StatisticsLayout.tsx';
import { StatisticsReport } from './StatisticsReport.tsx';

export default function StatisticsTab() {
  const { data, isPending, isFetching, dataUpdatedAt, refetch } = useApiQuery(
    'GET /schooladmin/dashboard/statistics',
    { as: 'schoolAdmin' },
  );
  if (data) return <StatisticsReport statistics={data} asOf={new Date(dataUpdatedAt)} />;
  if (isPending) return <StatisticsSkeleton />;
  return (
    <Alert
      tone="error"
      title="Failed to load statistics"
      action={
        <Button size="small" busy={isFetching} busyLabel="Loading..." onClick={() => void refetch()}>
          Try again
        </Button>
      }
    />
  );
}
