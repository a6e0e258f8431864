import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { classRecord } from '../class.record.ts';
import { academicsModules } from '../modules.ts';
import { termContract } from '../term/term.contract.ts';
import { type AssignmentRow, assignmentContract } from './assignment.contract.ts';

type Assignment = OutputOf<typeof assignmentContract.get>;
type Cell = 'REQUIRED' | 'OPTIONAL' | 'OFF';
const cellWords: Readonly<Record<Cell, string>> = { REQUIRED: 'Required', OPTIONAL: 'Optional', OFF: 'Off' };
const cellColours: Readonly<Record<Cell, string>> = { REQUIRED: 'success', OPTIONAL: 'info', OFF: 'gray' };
const following: Readonly<Record<Cell, Cell>> = { REQUIRED: 'OPTIONAL', OPTIONAL: 'OFF', OFF: 'REQUIRED' };

/** /grade-book/skills/assign: what the children of a class are graded on, by term. */
export function AssignSkills() {
  const classes = useQuery(classRecord.endpoints.options, {});
  const rows = (classes.data as { rows: { id: number; label: string }[] } | undefined)?.rows ?? [];
  const [chosen, choose] = useParam('class');
  // Begins with a class that has terms: of another there is nothing to assign.
  const { holds } = useSession();
  const knowsTerms = holds(academicsModules.Terms);
  const terms = useQuery(termContract.list, {}, { enabled: knowsTerms });
  const first = terms.data?.rows[0]?.classId ?? (knowsTerms && terms.isPending ? null : rows[0]?.id);
  const classId = chosen ?? (first ? String(first) : null);
  return (
    <PageFrame title="Assign skills" context="centre-year">
      <Stack gap="md">
        <Select
          label="Class"
          data={rows.map(({ id, label }) => ({ value: String(id), label }))}
          value={classId}
          onChange={choose}
          allowDeselect={false}
          w={260}
        />
        {classId && <ClassAssignment key={classId} classId={Number(classId)} classes={rows} />}
      </Stack>
    </PageFrame>
  );
}

interface ClassProps {
  classId: number;
  classes: readonly { id: number; label: string }[];
}

function ClassAssignment({ classId, classes }: ClassProps) {
  const query = useQuery(assignmentContract.get, { classId }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(data) =>
        data.terms.length === 0 ? (
          <EmptyState
            title="No terms yet"
            help="Add the terms of this class first."
            action={{ label: 'Terms', to: '/terms/term-details' }}
          />
        ) : data.rows.length === 0 ? (
          <EmptyState
            title="No skills yet"
            help="Add the skills of the network first."
            action={{ label: 'Skills', to: '/grade-book/skills/list' }}
          />
        ) : (
          <>
            {data.can['save'] && data.rows.every((row) => Object.keys(row.terms).length === 0) && (
              <CopyBar classId={classId} classes={classes} />
            )}
            <Matrix key={JSON.stringify(data)} classId={classId} data={data} />
          </>
        )
      }
    </QueryState>
  );
}

/** A class without any: take over last year's, or another class's. */
function CopyBar({ classId, classes }: ClassProps) {
  const { academicYear } = useSession();
  const [from, setFrom] = useState(String(classId));
  const copy = useCommand(assignmentContract.copy, {
    onDone: ({ competencies, terms }) =>
      notice.ok(`${competencies} competencies taken over for ${terms === 1 ? '1 term' : `${terms} terms`}.`),
    onError: (error) => notice.error(error),
  });
  if (!academicYear) return null;
  const take = (fromYearId: number) => void copy.run({ classId, fromClassId: Number(from), fromYearId });
  return (
    <Group align="end">
      <Select
        label="Take over from"
        data={classes.map(({ id, label }) => ({ value: String(id), label }))}
        value={from}
        onChange={(value) => value && setFrom(value)}
        allowDeselect={false}
      />
      <Button variant="default" loading={copy.running} onClick={() => take(academicYear.id - 1)}>
        Last year
      </Button>
      <Button
        variant="default"
        loading={copy.running}
        disabled={from === String(classId)}
        onClick={() => take(academicYear.id)}
      >
        This year
      </Button>
    </Group>
  );
}

interface TermDraft {
  scaleId: string | null;
  cells: ReadonlyMap<string, Cell>;
}

const draftOf = (data: Assignment): ReadonlyMap<number, TermDraft> =>
  new Map(
    data.terms.map(({ termNo, scaleId }) => [
      termNo,
      {
        scaleId: scaleId ?? data.scales[0]?.id ?? null,
        cells: new Map(data.rows.map((row) => [row.parameterId, row.terms[String(termNo)] ?? 'OFF'])),
      },
    ]),
  );

function Matrix({ classId, data }: { classId: number; data: Assignment }) {
  const [draft, setDraft] = useState(() => draftOf(data));
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const may = data.can['save'] === true;
  const save = useCommand(assignmentContract.save, {
    onDone: () => notice.ok('Assignment saved.'),
    onError: (error) => notice.error(error),
  });
  const change = (termNo: number, values: Partial<TermDraft>) => {
    const now = draft.get(termNo);
    if (!now) return;
    setDraft(new Map(draft).set(termNo, { ...now, ...values }));
    setTouched(new Set(touched).add(termNo));
  };
  const setCells = (termNo: number, rows: readonly AssignmentRow[], cell: Cell) => {
    const cells = new Map(draft.get(termNo)?.cells);
    for (const row of rows) cells.set(row.parameterId, cell);
    change(termNo, { cells });
  };
  const send = async () => {
    const terms = [...touched].flatMap((termNo) => {
      const { scaleId, cells } = draft.get(termNo) ?? { scaleId: null, cells: new Map<string, Cell>() };
      if (!scaleId) return [];
      const parameters = [...cells]
        .filter(([, cell]) => cell !== 'OFF')
        .map(([parameterId, cell]) => ({ parameterId, required: cell === 'REQUIRED' }));
      return [{ termNo, scaleId, parameters }];
    });
    if (await save.run({ classId, terms })) setTouched(new Set());
  };
  const groups = Map.groupBy(data.rows, (row) => `${row.skill} · ${row.subSkill}`);
  return (
    <Section
      title="Competencies by term"
      help={may ? 'Press a cell: required, optional, off.' : 'Head office assigns the competencies.'}
      flush
      actions={
        may && (
          <Button disabled={touched.size === 0} loading={save.running} onClick={() => void send()}>
            Save assignment
          </Button>
        )
      }
    >
      <UnsavedGuard guards={() => touched.size > 0} />
      <Table.ScrollContainer minWidth={640}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Competency</Table.Th>
              {data.terms.map((term) => (
                <Table.Th key={term.termNo} w={230}>
                  <TermHead
                    term={term}
                    draft={draft.get(term.termNo)}
                    scales={data.scales}
                    may={may}
                    choose={(scaleId) => change(term.termNo, { scaleId })}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...groups].map(([title, rows]) => (
              <Fragment key={title}>
                <Table.Tr bg="var(--mantine-color-default-hover)">
                  <Table.Td fw={600}>{title}</Table.Td>
                  {data.terms.map(({ termNo }) => (
                    <Table.Td key={termNo}>
                      {may && (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          onClick={() => {
                            const first = draft.get(termNo)?.cells.get(rows[0]?.parameterId ?? '') ?? 'OFF';
                            setCells(termNo, rows, following[first]);
                          }}
                        >
                          Change all
                        </Button>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
                {rows.map((row) => (
                  <Table.Tr key={row.parameterId}>
                    <Table.Td>
                      {row.name}
                      {!row.active && ' (not in use)'}
                    </Table.Td>
                    {data.terms.map(({ termNo, name }) => {
                      const cell = draft.get(termNo)?.cells.get(row.parameterId) ?? 'OFF';
                      return (
                        <Table.Td key={termNo}>
                          <Button
                            size="compact-sm"
                            variant="light"
                            color={cellColours[cell]}
                            disabled={!may}
                            aria-label={`${row.name}, ${name}: ${cellWords[cell]}`}
                            onClick={() => setCells(termNo, [row], following[cell])}
                          >
                            {cellWords[cell]}
                          </Button>
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Fragment>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

interface TermHeadProps {
  term: Assignment['terms'][number];
  draft: TermDraft | undefined;
  scales: Assignment['scales'];
  may: boolean;
  choose: (scaleId: string) => void;
}

function TermHead({ term, draft, scales, may, choose }: TermHeadProps) {
  const cells = [...(draft?.cells.values() ?? [])];
  const count = (cell: Cell) => cells.filter((one) => one === cell).length;
  return (
    <Stack gap={4}>
      {term.name}
      <Select
        aria-label={`Scale of ${term.name}`}
        size="xs"
        data={scales.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft?.scaleId ?? null}
        onChange={(value) => value && choose(value)}
        disabled={!may || term.entries > 0}
        allowDeselect={false}
      />
      <Text size="xs" className="quiet figures">
        {`${count('REQUIRED')} required, ${count('OPTIONAL')} optional`}
      </Text>
      {term.entries > 0 && (
        <Text size="xs" className="quiet figures">
          {`${term.entries} entries; the scale is fixed`}
        </Text>
      )}
    </Stack>
  );
}
