import { useLocation } from 'wouter';
import { Bar } from '../../layout/Bar.tsx';
import { pathTo } from '../../paths.ts';
import { logoutPlatformAdmin } from '../../session/admins.ts';
import { Button } from '../../ui/Button.tsx';

export function AdminHeader() {
  const [, navigate] = useLocation();
  return (
    <Bar>
      <Button
        variant="ghost"
        size="small"
        onClick={() => {
          navigate(pathTo('adminLogin'));
          logoutPlatformAdmin();
        }}
      >
        Logout
      </Button>
    </Bar>
  );
}
