import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { departmentContract } from '../department.contract.ts';

type Row = OutputOf<typeof departmentContract.overview>['rows'][number];

const columns: Column<Row>[] = [
  textColumn('name', 'Department', (row) => row.name),
  textColumn('head', 'Head', (row) => row.head?.name),
  textColumn('email', 'E-mail', (row) => <EmailText email={row.email} />),
  textColumn('phone', 'Phone', (row) => <PhoneText phone={row.phone} />),
  textColumn('escalation', 'Escalation', (row) => row.escalation?.name),
  textColumn('people', 'People', (row) => (
    <Anchor inherit component={Link} to={`/user/page/1?departmentId=${row.id}`} className="figures">
      {formatCount(row.people)}
    </Anchor>
  )),
];

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
            <ShortTable
              label="Departments"
              rows={rows}
              keyOf={(row) => row.id}
              minWidth={640}
              columns={[
                ...columns,
                buttonColumn('Edit', {
                  says: (row: Row) => `Edit ${row.name}`,
                  run: setOpen,
                  when: () => can['update'] === true,
                }),
              ]}
            />
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
