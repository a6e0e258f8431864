import { useQuery } from '@aangan/web/api/use-query.ts';
import { thisMonth } from '@aangan/web/calendar/month-steps.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { StaffDocuments } from '../document/staff-documents.tsx';
import { OwnLeave } from '../leave/own-leave.tsx';
import { staffModules } from '../modules.ts';
import { attendanceContract } from './attendance.contract.ts';
import { CheckIn } from './check-in.tsx';
import { totalFacts } from './day-look.tsx';
import { NotListed } from './not-listed.tsx';

/** /staff/home: the own day, month and documents. */
export function StaffHome() {
  const { holds } = useSession();
  return (
    <PageFrame title="My space" context="centre">
      {holds(staffModules.TeacherAttendance) ? <OwnSpace /> : <NotListed />}
    </PageFrame>
  );
}

function OwnSpace() {
  const query = useQuery(attendanceContract.mine, { month: thisMonth() }, { fresh: 0 });
  if (query.error?.code === 'staff.not-listed') return <NotListed />;
  return (
    <QueryState query={query}>
      {(mine) => (
        <Stack gap="md">
          <TwoColumns
            main={
              <Stack gap="md">
                <CheckIn mine={mine} />
                <OwnLeave />
              </Stack>
            }
            rail={
              <Stack gap="md">
                <Section
                  title="This month"
                  actions={
                    <Button
                      component={Link}
                      to="/staff/teacherAttendance"
                      variant="default"
                      size="compact-md"
                    >
                      All days
                    </Button>
                  }
                >
                  <Facts items={totalFacts(mine.totals)} min={110} />
                </Section>
              </Stack>
            }
          />
          <StaffDocuments />
        </Stack>
      )}
    </QueryState>
  );
}
