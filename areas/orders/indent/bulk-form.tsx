import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type GridChild, heightOf, IndentGrid, linesOf, rowFault, type Typed } from './indent-grid.tsx';
import { ALL } from './indent-list.tsx';
import {
  uniformIndentContract as contract,
  type IndentChild,
  type StyleChoice,
} from './uniform-indent.contract.ts';

/** /indent/bulk-uniform-indent?class=…: the uniforms of a whole class; rows that are refused stay, the others go. */
export function BulkForm() {
  const { franchisee, academicYear } = useSession();
  return (
    <PageFrame
      title="Uniform indents of a class"
      context="centre-year"
      crumbs={[{ label: 'Uniform indents', to: ALL }]}
      menu={[{ label: 'Indent of one child', to: '/indent/uniform-indent' }]}
    >
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="Uniforms are asked for by one centre. Choose it in the top bar."
        />
      ) : academicYear === null ? (
        <EmptyState title="Please Select Acadamic Year" help="Uniforms are of one academic year." />
      ) : (
        <Work key={`${franchisee.id} ${academicYear.id}`} />
      )}
    </PageFrame>
  );
}

function Work() {
  const query = useQuery(contract.children, { classId: null }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {({ children, styles }) =>
        children.length === 0 ? (
          <EmptyState title="No child is enrolled in this year" help="Choose another year in the top bar." />
        ) : (
          <OfClass enrolled={children} styles={styles} />
        )
      }
    </QueryState>
  );
}

const gridChild = (one: IndentChild): GridChild => ({
  ...one,
  key: one.enrolmentId,
  second: [one.admissionNo, one.section].filter(Boolean).join(' · '),
});

/** The first class that wears something and has a child without an indent, else simply the first. */
function firstToAsk(enrolled: readonly IndentChild[], styles: readonly StyleChoice[]): string | null {
  const worn = new Set(styles.map(({ classId }) => classId));
  const dressed = enrolled.filter(({ classId }) => worn.has(classId));
  const first = dressed.find(({ indentNo }) => indentNo === null) ?? dressed[0] ?? enrolled[0];
  return first ? String(first.classId) : null;
}

function OfClass({ enrolled, styles }: { enrolled: readonly IndentChild[]; styles: readonly StyleChoice[] }) {
  const [of, setOf] = useParam('class');
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState<Typed>({});
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [second, setSecond] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const classes = [...new Map(enrolled.map((one) => [String(one.classId), one.className]))];
  const classId = classes.some(([id]) => id === of) ? of : firstToAsk(enrolled, styles);
  const own = useMemo(
    () => enrolled.filter((one) => String(one.classId) === classId).map(gridChild),
    [enrolled, classId],
  );
  const shown = own.filter((one) => all || one.indentNo === null || second.has(one.key));
  const worn = styles.filter((style) => String(style.classId) === classId);
  const isTicked = (one: GridChild) => (one.indentNo === null ? !off.has(one.key) : second.has(one.key));
  const toSend = shown.filter(
    (one) => isTicked(one) && linesOf(one, worn, typed).length > 0 && rowFault(one, typed) === null,
  );
  const tick = (one: GridChild, on: boolean) => {
    const [set, has] = one.indentNo === null ? ([setOff, !on] as const) : ([setSecond, on] as const);
    set((now) => {
      const next = new Set(now);
      if (has) next.add(one.key);
      else next.delete(one.key);
      return next;
    });
  };
  const submit = useCommand(contract.submitMany, {
    refresh: ['uniform-indent', 'order-gap'],
    onDone: ({ rows }) => {
      const bad = rows.filter(({ number }) => number === null);
      const good = rows.length - bad.length;
      setFaults(Object.fromEntries(bad.map(({ enrolmentId, text }) => [enrolmentId, text ?? ''])));
      setSecond(new Set(bad.map(({ enrolmentId }) => enrolmentId).filter((id) => second.has(id))));
      if (bad.length === 0) notice.ok(`${formatCount(good)} indents are sent.`);
      else
        notice.warn(`${formatCount(good)} indents are sent. ${formatCount(bad.length)} rows need attention.`);
    },
  });
  return (
    <Stack gap="md">
      <Group gap="md" align="end">
        <Select
          label="Class"
          allowDeselect={false}
          data={classes.map(([value, label]) => ({ value, label }))}
          value={classId}
          onChange={setOf}
        />
        <Checkbox
          label="Also children who have an indent"
          pb={8}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </Group>
      {worn.length === 0 ? (
        <EmptyState title="No uniform set for this class" help="Head office makes it under Uniform sets." />
      ) : shown.length === 0 ? (
        <EmptyState
          title="Every child of this class has an indent"
          help="Show them all to ask for a second set."
          action={{ label: 'All indents', to: ALL }}
        />
      ) : (
        <>
          <Text size="sm" className="quiet">
            Sizes are suggested by height with a year to grow, else by age. Arrows and Enter move; paste a
            block from a spreadsheet into any field. An empty field leaves the style out.
          </Text>
          <IndentGrid
            rows={shown}
            styles={worn}
            typed={typed}
            onTyped={(cells) => setTyped((now) => ({ ...now, ...cells }))}
            ticked={new Set(shown.filter(isTicked).map(({ key }) => key))}
            onTick={tick}
            faults={faults}
          />
          {submit.error ? (
            <Alert color="danger" role="alert">
              {submit.error.message}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button
              loading={submit.running}
              disabled={toSend.length === 0}
              onClick={() =>
                void submit.run({
                  rows: toSend.slice(0, 200).map((one) => ({
                    enrolmentId: one.key,
                    heightCm: heightOf(one, typed),
                    another: one.indentNo !== null,
                    lines: linesOf(one, worn, typed),
                  })),
                })
              }
            >
              {`Send ${formatCount(Math.min(toSend.length, 200))} indents`}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
