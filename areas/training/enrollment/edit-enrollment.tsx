import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { HistoryPanel } from '@aangan/web/record/history-panel.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { EnrollmentFacts } from './enrollment-facts.tsx';
import { LIST, Withdraw } from './enrollment-list.tsx';

/** /self-training/edit-teacher-enrollment/{enrollID}: due day and note; the status moves by steps alone. */
export function EditEnrollment() {
  const { enrollID = '' } = useParams();
  const navigate = useNavigate();
  const query = useQuery(contract.get, { id: enrollID }, { fresh: 0 });
  const [withdrawing, setWithdrawing] = useState(false);
  const row = query.data;
  return (
    <PageFrame
      title={row?.staff ?? 'Enrolment'}
      crumbs={[{ label: 'Enrolments', to: LIST }]}
      context="centre"
      menu={[
        {
          label: 'Withdraw',
          danger: true,
          hidden: row?.can.withdraw !== true,
          run: () => setWithdrawing(true),
        },
      ]}
    >
      <QueryState query={query}>
        {(found) => (
          <Stack gap="md">
            <EnrollmentFacts row={found} />
            {found.can.edit ? (
              <CommandForm
                key={found.version}
                of={contract.change}
                groups={[{ title: 'Change', names: ['dueOn', 'note'] }]}
                start={{ id: found.id, dueOn: found.dueOn, note: found.note }}
                ifMatch={found.version}
                refresh={['teacher-enrollment']}
                confirm="Save enrolment"
                done="Saved."
                onDone={() => void navigate(LIST)}
              />
            ) : null}
            <HistoryPanel kind="teacher-enrollment" id={found.id} />
          </Stack>
        )}
      </QueryState>
      {row && withdrawing ? <Withdraw row={row} onClose={() => setWithdrawing(false)} /> : null}
    </PageFrame>
  );
}
