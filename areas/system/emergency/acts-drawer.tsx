import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Drawer, Group, SegmentedControl, Stack, Table, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type EmergencyRow, emergencyContract } from './emergency.contract.ts';

/** Everything done under one emergency right, and the verdict of another person on it. */
export function ActsDrawer({ right, onClose }: { right: EmergencyRow; onClose: () => void }) {
  const query = useQuery(emergencyContract.acts, { id: right.id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} title={`${right.role}: ${right.name}`}>
      <Stack gap="lg">
        <Facts
          items={[
            { label: 'Taken', value: <InstantText at={right.takenAt} /> },
            {
              label: right.endedAt ? 'Given back' : 'Until',
              value: <InstantText at={right.endedAt ?? right.untilAt} />,
            },
            { label: 'Where', value: right.centre ?? 'The whole network' },
            { label: 'Told', value: right.told.join(', ') },
          ]}
        />
        <Text size="sm">{right.reason}</Text>
        <QueryState query={query}>
          {({ rows, more }) =>
            rows.length === 0 ? (
              <EmptyState title="Nothing was done" help="No row was changed and no personal data was read." />
            ) : (
              <Stack gap="xs">
                <Table verticalSpacing={6} aria-label="Acts">
                  <Table.Tbody>
                    {rows.map((row, index) => (
                      // The journal knows no key across its two halves; the order is fixed.
                      <Table.Tr key={index}>
                        <Table.Td w={108}>
                          <Tag tone={row.kind === 'CHANGE' ? 'info' : 'neutral'}>
                            {row.kind === 'CHANGE' ? 'Changed' : 'Looked'}
                          </Tag>
                        </Table.Td>
                        <Table.Td>
                          <Text size="sm">{row.what.replace(/\.$/, '')}</Text>
                          <Text size="xs" c="dimmed">
                            {[row.about, row.centre].filter(Boolean).join(' · ')}
                          </Text>
                        </Table.Td>
                        <Table.Td ta="right">
                          <InstantText at={row.at} />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
                {more ? (
                  <Text size="sm" c="dimmed">
                    The first 500 are shown. The change log has all of them.
                  </Text>
                ) : null}
              </Stack>
            )
          }
        </QueryState>
        {right.can['review'] ? <Review id={right.id} onClose={onClose} /> : null}
      </Stack>
    </Drawer>
  );
}

function Review({ id, onClose }: { id: string; onClose: () => void }) {
  const [finding, setFinding] = useState<'IN_ORDER' | 'NOT_IN_ORDER'>('IN_ORDER');
  const [note, setNote] = useState('');
  const review = useCommand(emergencyContract.review, {
    onDone: () => {
      notice.ok('Reviewed.');
      onClose();
    },
  });
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Finding"
        value={finding}
        onChange={(value) => setFinding(value === 'IN_ORDER' ? 'IN_ORDER' : 'NOT_IN_ORDER')}
        data={[
          { value: 'IN_ORDER', label: 'In order' },
          { value: 'NOT_IN_ORDER', label: 'Not in order' },
        ]}
      />
      <Textarea
        label="What you looked at"
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {review.error ? (
        <Alert color="danger" role="alert">
          {review.error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button
          disabled={note.trim().length < 3}
          loading={review.running}
          onClick={() => void review.run({ id, finding, note: note.trim() })}
        >
          Save review
        </Button>
      </Group>
    </Stack>
  );
}
