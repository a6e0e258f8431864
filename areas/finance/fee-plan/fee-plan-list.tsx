import { academicYearLabel } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useList } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn, stateColumn } from '@aangan/web/table/column.tsx';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { ConfirmDialog } from '@aangan/web/ui/confirm-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionLabels } from '../finance-look.tsx';
import { financeModules } from '../modules.ts';
import { useSureCommand } from '../use-sure-command.tsx';
import { feePlanContract, type PlanRow, planStatuses } from './fee-plan.contract.ts';
import { feePlanStatusTitles } from './fee-plan.states.ts';

type What = 'submit' | 'approve' | 'reject' | 'retire' | 'newVersion' | 'copy';

const columns: Column<PlanRow>[] = [
  {
    id: 'name',
    label: 'Plan',
    minWidth: 240,
    sort: 'name',
    cell: (row) => row.name,
    second: (row) => `${row.code} · version ${row.planVersion}`,
  },
  {
    id: 'class',
    label: 'Class',
    minWidth: 140,
    cell: (row) => row.className ?? 'Any class',
    second: (row) => sessionLabels[row.session],
  },
  { id: 'year', label: 'Year', width: 120, cell: (row) => row.academicYear },
  { id: 'centre', label: 'Of', minWidth: 140, cell: (row) => row.franchiseeName },
  { id: 'options', label: 'Options', width: 90, align: 'end', cell: (row) => row.options },
  moneyColumn('total', 'Total', (row) => row.total, { sort: 'total' }),
  { id: 'students', label: 'Children', width: 100, align: 'end', cell: (row) => row.students },
  stateColumn('fee-plan', (row) => row.status),
];

export function FeePlanList() {
  const { holds, academicYear } = useSession();
  const list = useList(feePlanContract.list, {
    filters: [
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        several: true,
        options: planStatuses.map((value) => ({ value, label: feePlanStatusTitles[value] })),
      },
      { name: 'categoryID', label: 'Class', kind: 'reference', to: 'class', several: false },
      { name: 'franchiseeIDMutiple', label: 'Of', kind: 'reference', to: 'franchisee', several: true },
      {
        name: 'moduleID',
        label: 'For',
        kind: 'choice',
        several: false,
        options: [
          { value: 'ACADEMIC', label: 'Classes' },
          { value: 'SERVICE', label: 'Services' },
        ],
      },
    ],
    input: academicYear ? { academicYearID: academicYear.id } : {},
  });
  const [asked, setAsked] = useState<{ row: PlanRow; what: What } | null>(null);
  const [compared, setCompared] = useState<string[]>([]);
  const writes = holds(financeModules.feeStructure, true);
  const ask = (row: PlanRow, what: What) => () => setAsked({ row, what });
  return (
    <PageFrame
      title="Fee plans"
      count={list.total ?? undefined}
      context="centre-year"
      fill
      primary={writes ? { label: 'Add fee plan', to: '/fee-component/add' } : undefined}
      menu={[{ label: 'Upload fee plans', to: '/fee-component/upload', hidden: !writes }]}
    >
      <DataTable
        name="fee-plan"
        label="Fee plans"
        list={list}
        columns={columns}
        fill
        newLink={writes ? '/fee-component/add' : undefined}
        searchHint="Name or code"
        rowLink={(row) => (writes ? `/fee-component/editPlan/${row.id}` : null)}
        actions={(row) => [
          { label: 'Submit', frequent: true, hidden: !row.can['submit'], run: ask(row, 'submit') },
          { label: 'Approve', frequent: true, hidden: !row.can['approve'], run: ask(row, 'approve') },
          { label: 'Edit', edit: true, hidden: !row.can['update'], to: `/fee-component/editPlan/${row.id}` },
          { label: 'Reject', danger: true, hidden: !row.can['reject'], run: ask(row, 'reject') },
          { label: 'New version', hidden: !row.can['newVersion'], run: ask(row, 'newVersion') },
          { label: 'Copy to a year', hidden: !row.can['copy'], run: ask(row, 'copy') },
          { label: 'Retire', danger: true, hidden: !row.can['retire'], run: ask(row, 'retire') },
        ]}
        bulk={[
          {
            label: (n) => `Compare ${n} plans`,
            run: (rows) =>
              rows.length < 2 || rows.length > 4
                ? notice.warn('Choose two to four plans.')
                : setCompared(rows.map((row) => row.id)),
          },
        ]}
        empty={{
          title: academicYear ? `No plan for ${academicYear.academicYear} yet` : 'No plan yet',
          help: 'A plan says what a class costs and in which instalments it is paid.',
          ...(writes ? { action: { label: 'Add fee plan', to: '/fee-component/add' } } : {}),
        }}
      />
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
      {compared.length > 0 ? <Compare ids={compared} onClose={() => setCompared([])} /> : null}
    </PageFrame>
  );
}

function Decide({ row, what, onClose }: { row: PlanRow; what: What; onClose: () => void }) {
  const navigate = useNavigate();
  const submit = useSureCommand(feePlanContract.submit, {
    onDone: () => notice.ok('Submitted. Another user approves the plan.'),
  });
  const approve = useSureCommand(feePlanContract.approve, {
    onDone: () => notice.ok('The plan is approved and may be assigned.'),
  });
  const reject = useSureCommand(feePlanContract.reject, {
    onDone: () => notice.ok('The plan went back with your reason.'),
  });
  const retire = useSureCommand(feePlanContract.retire, {
    onDone: () => notice.ok('The plan is retired. Children keep it.'),
  });
  const newVersion = useSureCommand(feePlanContract.newVersion, {
    onDone: ({ id }) => navigate(`/fee-component/editPlan/${id}`),
  });
  const id = row.id;
  const shared = { opened: true, onClose } as const;
  if (what === 'copy') return <CopyPlan row={row} onClose={onClose} />;
  if (what === 'submit')
    return (
      <ConfirmDialog
        {...shared}
        title={`Submit ${row.name}?`}
        text="It cannot be changed while it waits. Another user approves it."
        confirm="Submit plan"
        run={() => submit({ id }, row.version)}
      />
    );
  if (what === 'approve')
    return (
      <ConfirmDialog
        {...shared}
        title={`Approve ${row.name}, version ${row.planVersion}?`}
        text="It may be assigned from now on. An approved earlier version retires; children on it stay on it."
        confirm="Approve plan"
        run={() => approve({ id }, row.version)}
      />
    );
  if (what === 'reject')
    return (
      <ConfirmDialog
        {...shared}
        title={`Reject ${row.name}?`}
        confirm="Reject plan"
        danger
        reason={{ label: 'Reason', required: true, max: 500 }}
        run={(reason) => reject({ id, reason }, row.version)}
      />
    );
  if (what === 'retire')
    return (
      <ConfirmDialog
        {...shared}
        title={`Retire ${row.name}?`}
        text={`It is not offered any more. ${keepers(row.students, 'keeps', 'keep')} it.`}
        confirm="Retire plan"
        danger
        run={() => retire({ id }, row.version)}
      />
    );
  return (
    <ConfirmDialog
      {...shared}
      title={`Start version ${row.planVersion + 1} of ${row.name}?`}
      text={`${keepers(row.students, 'stays', 'stay')} on version ${row.planVersion}.`}
      confirm="Start a new version"
      run={() => newVersion({ id })}
    />
  );
}

const keepers = (n: number, one: string, many: string): string =>
  n === 1 ? `1 child ${one}` : `${n} children ${many}`;

function CopyPlan({ row, onClose }: { row: PlanRow; onClose: () => void }) {
  const [year, setYear] = useState(String(row.academicYearId + 1));
  const copy = useSureCommand(feePlanContract.copyTo, {
    onDone: ({ made }) =>
      made.length === 0
        ? notice.warn('That plan is there already; nothing was copied.')
        : notice.ok('Copied as a draft.'),
  });
  const years = [row.academicYearId, row.academicYearId + 1, row.academicYearId + 2].map((id) => ({
    value: String(id),
    label: academicYearLabel(id),
  }));
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Copy ${row.name}`}
      confirm="Copy plan"
      run={() => copy({ id: row.id, academicYearId: Number(year) })}
      text={
        <Stack gap="sm">
          <Text size="sm">A draft is made at your centre with the same components, options and amounts.</Text>
          <FieldInput
            kind="choice"
            name="year"
            label="Academic year"
            options={years}
            value={year}
            onChange={(value) => setYear(String(value ?? year))}
          />
        </Stack>
      }
    />
  );
}

/** Columns by plan, rows by component; a difference is set in bold. */
function Compare({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const query = useQuery(feePlanContract.compare, { ids: [...ids] });
  return (
    <Modal opened onClose={onClose} title="Plans side by side" size="xl" centered>
      <QueryState query={query}>
        {({ plans }) => {
          const names = [...new Set(plans.flatMap((plan) => plan.components.map((c) => c.name)))];
          const amount = (plan: (typeof plans)[number], name: string) =>
            plan.components.reduce((sum, c) => (c.name === name ? sum + c.amount : sum), 0);
          return (
            <Table.ScrollContainer minWidth={480}>
              <Table horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Component</Table.Th>
                    {plans.map((plan) => (
                      <Table.Th key={plan.id} ta="right">
                        {plan.name}
                        <Text size="xs" c="dimmed">
                          {plan.code} · version {plan.planVersion}
                        </Text>
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {names.map((name) => {
                    const differs = new Set(plans.map((plan) => amount(plan, name))).size > 1;
                    return (
                      <Table.Tr key={name}>
                        <Table.Td>{name}</Table.Td>
                        {plans.map((plan) => (
                          <Table.Td key={plan.id} ta="right" fw={differs ? 600 : 400}>
                            <Money paise={amount(plan, name)} />
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    );
                  })}
                  <Table.Tr>
                    <Table.Td fw={600}>Total</Table.Td>
                    {plans.map((plan) => (
                      <Table.Td key={plan.id} ta="right" fw={600}>
                        <Money paise={plan.total} />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                  <Table.Tr>
                    <Table.Td>Options</Table.Td>
                    {plans.map((plan) => (
                      <Table.Td key={plan.id} ta="right">
                        {plan.options.map((option) => option.name).join(', ')}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          );
        }}
      </QueryState>
    </Modal>
  );
}
