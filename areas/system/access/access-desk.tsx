import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { ApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatDay } from '@aangan/web/format.ts';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { accessContract } from '../../shell/access.contract.ts';

type Requests = OutputOf<typeof accessContract.requests>;
type Request = Requests['rows'][number];

const OPENS_SHOWN = 6;

/** Requests of others that this user may answer: one press gives the smallest role that does, for a week. */
export function AccessDesk({ requests }: { requests: UseQueryResult<Requests, ApiError> }) {
  const [named] = useParam('request');
  return (
    <QueryState query={requests}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No requests"
            help="Requests for screens that you may open for others appear here."
          />
        ) : (
          <Stack gap="md">
            {[...rows]
              .sort((a, b) => Number(b.id === named) - Number(a.id === named))
              .map((row) => (
                <RequestCard key={row.id} row={row} />
              ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

function RequestCard({ row }: { row: Request }) {
  const [roleId, setRoleId] = useState(row.proposals[0]?.roleId ?? 0);
  const [declining, setDeclining] = useState(false);
  const grant = useCommand(accessContract.grant, {
    onDone: ({ role, until }) => notice.ok(`${row.who} holds ${role} until ${formatDay(until)}`),
    onError: (error) => notice.error(error),
  });
  const decline = useCommand(accessContract.decline, { onDone: () => notice.ok('Declined') });
  return (
    <Section title={`${row.who} asks for ${row.module}`}>
      <Stack gap="md">
        <Facts
          items={[
            { label: 'Screen', value: row.title },
            { label: 'Centre', value: row.centre },
            { label: 'Designation', value: row.designation },
            { label: 'Right', value: row.write ? 'View and edit' : 'View' },
            { label: 'Asked', value: <InstantText at={row.at} ago /> },
            { label: 'Reason', value: row.reason },
          ]}
        />
        <Radio.Group
          label="Role to give"
          description="The smallest role that opens it comes first."
          value={String(roleId)}
          onChange={(value) => setRoleId(Number(value))}
        >
          <Stack gap="xs" mt="xs">
            {row.proposals.map((one) => (
              <Radio
                key={one.roleId}
                value={String(one.roleId)}
                label={`${one.role}, ${one.reach}`}
                description={opensText(one.opens)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group gap="sm">
          <Button onClick={() => void grant.run({ id: row.id, roleId })} loading={grant.running}>
            Give it for 7 days
          </Button>
          <Button variant="default" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {row.who} is told by the bell and by e-mail. The role ends by itself.
        </Text>
      </Stack>
      <ConfirmDialog
        opened={declining}
        onClose={() => setDeclining(false)}
        title={`Decline ${row.who}'s request?`}
        confirm="Decline request"
        reason={{ label: 'Reason', required: true, max: 300 }}
        run={async (reason) => {
          await call(accessContract.decline, { id: row.id, reason: reason ?? '' });
          decline.reset();
          notice.ok('Declined');
        }}
      />
    </Section>
  );
}

const opensText = (opens: readonly string[]): string =>
  opens.length === 0
    ? 'Opens nothing else'
    : `Opens ${opens.slice(0, OPENS_SHOWN).join(', ')}${opens.length > OPENS_SHOWN ? ` and ${opens.length - OPENS_SHOWN} more` : ''}`;
