import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatDay } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { FileLink } from '@aangan/web/ui/file-link.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { PAPER_KINDS, paperContract } from './centre-papers.contract.ts';
import { toneOfDays } from './franchisee-look.tsx';

type Paper = OutputOf<typeof paperContract.list>['rows'][number];
const kindOptions = Object.entries(PAPER_KINDS).map(([value, label]) => ({ value, label }));

function ValidTo({ day }: { day: string | null }) {
  if (day === null) return <span className="quiet">no end</span>;
  const days = daysBetween(todayIst(serverNow()), day);
  const tone = toneOfDays(days);
  if (tone === 'neutral') return <DateText day={day} />;
  return <Tag tone={tone}>{days < 0 ? `ended ${formatDay(day)}` : `${formatDay(day)} · ${days} days`}</Tag>;
}

/** Certificates and licences of a centre, the next to end first; a renewal is uploaded in its row. */
export function Papers({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(paperContract.list, { franchiseeId });
  const [open, setOpen] = useState<Paper | 'new' | null>(null);
  const remove = useCommand(paperContract.remove, {
    onDone: () => notice.ok('Removed.'),
    onError: (error) => notice.error(error),
  });
  return (
    <QueryState query={query}>
      {({ rows, can }) => (
        <Section
          title="Documents"
          help="Owners are told 90, 30 and 7 days before a document ends."
          flush={rows.length > 0}
          actions={
            can['update'] ? (
              <Button size="xs" onClick={() => setOpen('new')}>
                Add a document
              </Button>
            ) : undefined
          }
        >
          {rows.length === 0 ? (
            <EmptyState
              title="No document yet"
              help="Fire certificate, rent agreement, licences: upload them with their last day."
            />
          ) : (
            <Table.ScrollContainer minWidth={620}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Document</Table.Th>
                    <Table.Th>Number</Table.Th>
                    <Table.Th>Issued</Table.Th>
                    <Table.Th>Valid until</Table.Th>
                    <Table.Th>By</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>
                        {row.file ? (
                          <FileLink
                            name={PAPER_KINDS[row.kind]}
                            address={async () =>
                              (await query.refetch()).data?.rows.find((one) => one.id === row.id)?.file?.url
                            }
                          >
                            {PAPER_KINDS[row.kind]}
                          </FileLink>
                        ) : (
                          PAPER_KINDS[row.kind]
                        )}
                        {row.note ? <div className="quiet">{row.note}</div> : null}
                      </Table.Td>
                      <Table.Td>{row.number ?? <span className="quiet">–</span>}</Table.Td>
                      <Table.Td>
                        <DateText day={row.issuedOn} />
                      </Table.Td>
                      <Table.Td>
                        <ValidTo day={row.validTo} />
                      </Table.Td>
                      <Table.Td>{row.by ?? <span className="quiet">–</span>}</Table.Td>
                      <Table.Td align="right">
                        <Group gap={4} justify="flex-end" wrap="nowrap">
                          {can['update'] ? (
                            <Button size="compact-sm" variant="subtle" onClick={() => setOpen(row)}>
                              Renew
                            </Button>
                          ) : null}
                          {can['remove'] ? (
                            <Button
                              size="compact-sm"
                              variant="subtle"
                              color="danger"
                              onClick={() => void remove.run({ franchiseeId, id: row.id })}
                            >
                              Remove
                            </Button>
                          ) : null}
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
          {open ? (
            <EditPaper
              franchiseeId={franchiseeId}
              row={open === 'new' ? null : open}
              onClose={() => setOpen(null)}
            />
          ) : null}
        </Section>
      )}
    </QueryState>
  );
}

function EditPaper({
  franchiseeId,
  row,
  onClose,
}: {
  franchiseeId: number;
  row: Paper | null;
  onClose: () => void;
}) {
  const form = useForm(paperContract.save, {
    start: row
      ? {
          franchiseeId,
          id: row.id,
          kind: row.kind,
          number: row.number,
          issuedOn: row.issuedOn,
          validTo: row.validTo,
          note: row.note,
        }
      : { franchiseeId, kind: 'FIRE_NOC' },
    refresh: ['franchisee'],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row ? PAPER_KINDS[row.kind] : 'New document'}>
      <Form form={form}>
        <Stack>
          <Field name="kind" kind="choice" label="Document" options={kindOptions} />
          <Field name="number" kind="text" label="Number" optional max={40} />
          <Group grow align="flex-start">
            <Field name="issuedOn" kind="date" label="Issued on" optional />
            <Field name="validTo" kind="date" label="Valid until" optional />
          </Group>
          <Field name="note" kind="text" label="Note" optional max={200} />
          <Field
            name="fileId"
            kind="file"
            label={row ? 'New document' : 'Document'}
            optional
            accept={['pdf', 'jpg', 'png']}
          />
        </Stack>
        <SaveBar label="Save document" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
