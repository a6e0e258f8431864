import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { RegisterDay } from './register-day.tsx';

const RegisterMonth = part(() => import('./register-month.tsx'), 'RegisterMonth');

/** /staff/staffAttendance: the register of a day, and the muster of a month. */
export function RegisterScreen() {
  const { franchisee } = useSession();
  return (
    <PageFrame title="Staff attendance" context="centre">
      {franchisee === null ? (
        <EmptyState
          title="Choose a centre first"
          help="A register is kept by one centre. Choose it in the top bar."
        />
      ) : (
        <PageTabs
          tabs={[
            { value: 'day', label: 'Day', content: <RegisterDay /> },
            { value: 'month', label: 'Month', content: <RegisterMonth /> },
          ]}
        />
      )}
    </PageFrame>
  );
}
