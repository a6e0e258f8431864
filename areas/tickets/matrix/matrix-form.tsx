import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { Option } from '@aangan/web/api/options.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import type { FieldProps } from '@aangan/web/form/field.tsx';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Stack } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { type Priority, usualMinutes, workingTime } from '../ticket-words.ts';
import { matrixContract as contract, type MatrixRow } from './matrix.contract.ts';

type Choices = OutputOf<typeof contract.choices>;
type Detail = OutputOf<typeof contract.get>;
const LIST = '/ticketing-bees/matrix-list';
const crumbs = [{ label: 'Ticket matrix', to: LIST }];

const among = (options: readonly Option[]) => (q: string) =>
  Promise.resolve(options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));

/** Pickers over what a row may name, with the labels of what it names now. */
export function pickersOf(choices: Choices, row?: MatrixRow) {
  const level = (person: MatrixRow['l1'] | undefined) => ({
    search: among(choices.agents),
    chosenLabel: person?.name ?? null,
  });
  return {
    categoryId: {
      as: (props: FieldProps) => <OfDepartment {...props} options={choices.categories} />,
      chosenLabel: row?.category ?? null,
    },
    ownerGroupId: {
      kind: 'reference' as const,
      search: among(choices.groups),
      chosenLabel: row?.group ?? null,
    },
    zoneId: { chosenLabel: row?.zone ?? null },
    l1UserId: level(row?.l1),
    l2UserId: level(row?.l2),
    l3UserId: level(row?.l3),
    calendarId: {
      kind: 'reference' as const,
      search: among(choices.calendars),
      chosenLabel: row?.calendar ?? null,
    },
    priority: { as: PriorityWithMinutes },
  };
}

/** Categories of the department chosen above. */
function OfDepartment({
  options,
  ...props
}: Omit<FieldProps, 'options'> & { options: Choices['categories'] }) {
  const form = useFormModel();
  const department = form.values['department'];
  return (
    <Field
      key={String(department)}
      {...props}
      search={among(options.filter((one) => one.department === department))}
    />
  );
}

/** A priority brings its usual times into a row whose times nobody typed yet. */
function PriorityWithMinutes(props: FieldProps) {
  const form = useFormModel();
  return (
    <Field
      {...props}
      onPicked={(value) => {
        const usual = usualMinutes[value as Priority];
        if (!usual || form.values['responseMin'] || form.values['resolutionMin']) return;
        form.set('responseMin', usual[0]);
        form.set('resolutionMin', usual[1]);
      }}
    />
  );
}

const groups = [
  {
    title: 'Which tickets',
    help: 'An empty field covers all. If several rows match, the most specific one applies: category before priority before zone.',
    names: ['department', 'categoryId', 'priority', 'zoneId'],
    columns: 2,
  },
  {
    title: 'Who answers',
    help: 'The levels are told one after the other when a ticket is late.',
    names: ['ownerGroupId', 'l1UserId', 'l2UserId', 'l3UserId'],
    columns: 2,
  },
  {
    title: 'By when',
    help: 'In minutes of the working hours chosen here.',
    names: ['responseMin', 'resolutionMin', 'calendarId'],
    columns: 3,
  },
] as const;

/** /ticketing-bees/create-matrix */
export function CreateMatrix() {
  const navigate = useNavigate();
  const choices = useQuery(contract.choices, {});
  return (
    <PageFrame title="New matrix row" crumbs={crumbs}>
      <QueryState query={choices}>
        {(data) => (
          <CommandForm
            of={contract.create}
            groups={groups}
            fields={pickersOf(data)}
            confirm="Add row"
            will="Applies to tickets created from now on"
            done="The row is added."
            onDone={() => void navigate(LIST)}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

/** /ticketing-bees/editTicketMatrix/{id} */
export function EditMatrix() {
  const { id = '' } = useParams();
  const choices = useQuery(contract.choices, {});
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(detail) => (
        <QueryState query={choices}>{(data) => <Edit detail={detail} choices={data} />}</QueryState>
      )}
    </QueryState>
  );
}

function Edit({ detail: { row, versions }, choices }: { detail: Detail; choices: Choices }) {
  const navigate = useNavigate();
  const ask = useConfirm();
  const deactivate = useCommand(contract.deactivate, {
    onDone: () => {
      notice.ok('The row is switched off.');
      void navigate(LIST);
    },
    onError: (error) => notice.error(error),
  });
  const off = async () => {
    const sure = await ask({
      title: 'Switch this row off?',
      text: 'New tickets take the next row that fits. Open tickets keep their times.',
      confirm: 'Switch off',
      danger: true,
    });
    if (sure) await deactivate.run({ id: row.id }, { ifMatch: row.version });
  };
  const start = {
    id: row.id,
    department: row.department,
    categoryId: row.categoryId,
    priority: row.priority,
    zoneId: row.zoneId,
    ownerGroupId: row.ownerGroupId,
    l1UserId: row.l1?.id ?? null,
    l2UserId: row.l2?.id ?? null,
    l3UserId: row.l3?.id ?? null,
    responseMin: row.responseMin,
    resolutionMin: row.resolutionMin,
    calendarId: row.calendarId,
  };
  return (
    <PageFrame
      title={[row.department, row.category].filter(Boolean).join(' › ')}
      crumbs={crumbs}
      menu={[
        { label: 'Switch off', run: () => void off(), hidden: row.isDefault || !row.active, danger: true },
      ]}
    >
      <Stack gap="md">
        {row.active ? (
          <CommandForm
            of={contract.update}
            start={start}
            ifMatch={row.version}
            groups={groups}
            fields={pickersOf(choices, row)}
            confirm="Save row"
            will="Applies to tickets created from now on"
            done="Saved."
            onDone={() => void navigate(LIST)}
          />
        ) : (
          <Alert>This row is switched off. It stays for the tickets that were measured by it.</Alert>
        )}
        <Section title="Earlier states" flush>
          <ShortTable
            label="Earlier states"
            rows={versions}
            keyOf={(version) => version.n}
            columns={[
              { id: 'at', label: 'From', cell: (version) => <InstantText at={version.at} /> },
              { id: 'who', label: 'By', cell: (version) => version.who ?? 'Aangan' },
              { id: 'group', label: 'Group', cell: (version) => version.group },
              { id: 'response', label: 'First answer', cell: (version) => workingTime(version.responseMin) },
              {
                id: 'resolution',
                label: 'Resolution',
                cell: (version) => workingTime(version.resolutionMin),
              },
              { id: 'active', label: 'Active', cell: (version) => (version.active ? 'Yes' : 'No') },
            ]}
          />
        </Section>
      </Stack>
    </PageFrame>
  );
}
