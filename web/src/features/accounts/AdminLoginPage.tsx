import { useLocation } from 'wouter';
import { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { AdminFields } from './CredentialsForm.tsx';
import { LOG_IN } from './log-in.ts';

export default function AdminLoginPage() {
  const [, navigate] = useLocation();
  const { send, sentence } = LOG_IN.platformAdmin;
  const form = useSubmit(async (data) => {
    await send(data);
    navigate(pathTo('adminDashboard'));
  }, sentence);
  return (
    <FormPage title="Admin Login" subtitle="For the people who run this Tickmark." failure={form.failure}>
      <Form page={pathTo('adminLogin')} form={form} aria-label="Sign in" className="flex flex-col gap-2">
        <AdminFields />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Signing in...">
          Sign in
        </Button>
      </Form>
    </FormPage>
  );
}
