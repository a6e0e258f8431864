import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { enrollmentContract as contract } from './enrollment.contract.ts';
import { type Enrollment, EnrollmentFacts } from './enrollment-facts.tsx';
import { decidePath, LIST } from './enrollment-list.tsx';

/** /self-training/approve-teacher-enrollment/{enrollID}: one person's decision on what another asked for. */
export function ApproveEnrollment() {
  const { enrollID = '' } = useParams();
  const query = useQuery(contract.get, { id: enrollID }, { fresh: 0 });
  return (
    <PageFrame
      title={query.data?.staff ?? 'Decide on an enrolment'}
      crumbs={[{ label: 'Enrolments', to: LIST }]}
      context="centre"
    >
      <QueryState query={query}>{(row) => <Decision key={row.id} row={row} />}</QueryState>
    </PageFrame>
  );
}

function Decision({ row }: { row: Enrollment }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const shared = {
    start: { id: row.id },
    ifMatch: row.version,
    refresh: ['teacher-enrollment'],
    onClose: () => setAsked(null),
  };
  return (
    <Stack gap="md">
      {row.status === 'REQUESTED' && !row.can.decide ? (
        <Alert color="info" variant="light">
          Somebody else decides on what you asked for, or learn by yourself.
        </Alert>
      ) : null}
      <EnrollmentFacts row={row} />
      <Group justify="space-between">
        {row.nextId === null ? (
          <Button variant="default" onClick={() => void navigate(LIST)}>
            Back to the list
          </Button>
        ) : (
          <Button variant="default" onClick={() => void navigate(decidePath(row.nextId ?? ''))}>
            Next request
          </Button>
        )}
        {row.can.decide ? (
          <Group gap="sm">
            <Button variant="default" onClick={() => setAsked('reject')}>
              Reject
            </Button>
            <Button onClick={() => setAsked('approve')}>Approve</Button>
          </Group>
        ) : null}
      </Group>
      {asked === 'approve' ? (
        <CommandDialog
          {...shared}
          of={contract.approve}
          title={`Approve ${row.staff}`}
          text={`For ${row.module}.`}
          confirm="Approve"
          start={{ id: row.id, dueOn: row.dueOn }}
          done="Approved. The person is told."
        />
      ) : null}
      {asked === 'reject' ? (
        <CommandDialog
          {...shared}
          of={contract.reject}
          title={`Reject ${row.staff}`}
          text={`For ${row.module}.`}
          confirm="Reject"
          danger
          done="Rejected. The person is told."
        />
      ) : null}
    </Stack>
  );
}
