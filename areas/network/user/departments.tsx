import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Modal, Stack, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { departmentContract } from '../department.contract.ts';

type Row = OutputOf<typeof departmentContract.overview>['rows'][number];

/** The 13 departments: who heads them, how to reach them, how many people. Names are fixed. */
export function Departments({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(departmentContract.overview, {});
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <PageFrame title="Users">
      {tabs}
      <QueryState query={query}>
        {({ rows, can }) => (
          <Section title="Departments" flush>
            <Table.ScrollContainer minWidth={640}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Department</Table.Th>
                    <Table.Th>Head</Table.Th>
                    <Table.Th>E-mail</Table.Th>
                    <Table.Th>Phone</Table.Th>
                    <Table.Th>Escalation</Table.Th>
                    <Table.Th>People</Table.Th>
                    <Table.Th />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td>{row.name}</Table.Td>
                      <Table.Td>{row.head?.name ?? <span className="quiet">–</span>}</Table.Td>
                      <Table.Td>
                        <EmailText email={row.email} />
                      </Table.Td>
                      <Table.Td>
                        <PhoneText phone={row.phone} />
                      </Table.Td>
                      <Table.Td>{row.escalation?.name ?? <span className="quiet">–</span>}</Table.Td>
                      <Table.Td>
                        <Anchor
                          component={Link}
                          to={`/user/page/1?departmentId=${row.id}`}
                          className="figures"
                        >
                          {formatCount(row.people)}
                        </Anchor>
                      </Table.Td>
                      <Table.Td align="right">
                        {can['update'] ? (
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            onClick={() => setOpen(row)}
                            aria-label={`Edit ${row.name}`}
                          >
                            Edit
                          </Button>
                        ) : null}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        )}
      </QueryState>
      {open ? <EditDepartment row={open} onClose={() => setOpen(null)} /> : null}
    </PageFrame>
  );
}

function EditDepartment({ row, onClose }: { row: Row; onClose: () => void }) {
  const form = useForm(departmentContract.save, {
    start: {
      departmentId: row.id,
      email: row.email,
      phone: row.phone,
      headId: row.head?.id ?? null,
      escalationId: row.escalation?.id ?? null,
    },
    refresh: ['department'],
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row.name}>
      <Form form={form}>
        <Stack>
          <Field
            name="headId"
            kind="reference"
            to="user"
            label="Head"
            optional
            chosenLabel={row.head?.name ?? null}
          />
          <Field name="email" kind="email" label="E-mail" optional />
          <Field name="phone" kind="phone" label="Phone" optional />
          <Field
            name="escalationId"
            kind="reference"
            to="user"
            label="Escalation"
            optional
            chosenLabel={row.escalation?.name ?? null}
          />
        </Stack>
        <SaveBar label="Save" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
