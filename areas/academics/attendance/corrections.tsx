import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { attendanceContract, type Correction } from './attendance.contract.ts';
import { attendanceCodes } from './attendance-codes.ts';

const tones = { REQUESTED: 'warning', APPROVED: 'success', REJECTED: 'neutral' } as const;
const states = { REQUESTED: 'Waiting', APPROVED: 'Approved', REJECTED: 'Rejected' } as const;

/** Requested corrections of closed days; another person decides. */
export function Corrections() {
  const query = useQuery(attendanceContract.corrections, {});
  const [asked, setAsked] = useState<{ row: Correction; approve: boolean } | null>(null);
  return (
    <QueryState query={query}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState
            title="No corrections yet"
            help="Open a child of a locked day and request one; another person decides."
          />
        ) : (
          <Section title="Corrections" flush>
            <Table.ScrollContainer minWidth={760}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {['Day', 'Child', 'Change', 'Reason', 'Requested by', 'Status', ''].map((label) => (
                      <Table.Th key={label}>{label}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>
                        <DateText day={row.onDate} />
                      </Table.Td>
                      <Table.Td>
                        {row.child}
                        <Text size="sm" c="dimmed">
                          {row.section}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        {`${row.oldCode ? attendanceCodes[row.oldCode] : 'Not marked'} → ${attendanceCodes[row.newCode]}`}
                      </Table.Td>
                      <Table.Td>{row.reason}</Table.Td>
                      <Table.Td>{row.requestedBy}</Table.Td>
                      <Table.Td>
                        <Tag tone={tones[row.status]}>{states[row.status]}</Tag>
                        {row.decidedBy && (
                          <Text size="sm" c="dimmed">
                            {`${row.decidedBy}${row.decisionNote ? `: ${row.decisionNote}` : ''}`}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>
                        {row.can['decide'] && (
                          <Group gap="xs" wrap="nowrap">
                            <Button size="compact-sm" onClick={() => setAsked({ row, approve: true })}>
                              Approve
                            </Button>
                            <Button
                              size="compact-sm"
                              variant="default"
                              onClick={() => setAsked({ row, approve: false })}
                            >
                              Reject
                            </Button>
                          </Group>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {asked && (
              <CommandDialog
                of={attendanceContract.decideCorrection}
                title={asked.approve ? `Approve for ${asked.row.child}?` : `Reject for ${asked.row.child}?`}
                text={
                  asked.approve
                    ? `The register then says ${attendanceCodes[asked.row.newCode]}.`
                    : 'The register stays as it is.'
                }
                confirm={asked.approve ? 'Approve' : 'Reject'}
                danger={!asked.approve}
                start={{ id: asked.row.id, approve: asked.approve }}
                ifMatch={asked.row.version}
                refresh={['attendance']}
                done={asked.approve ? 'Correction approved' : 'Correction rejected'}
                onClose={() => setAsked(null)}
              />
            )}
          </Section>
        )
      }
    </QueryState>
  );
}
