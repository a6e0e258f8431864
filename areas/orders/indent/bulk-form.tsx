import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Checkbox, Group, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { IndentDesk, type SentResult, type SentRow } from './indent-desk.tsx';
import type { GridChild } from './indent-grid.tsx';
import { ALL } from './indent-paths.ts';
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
  const classes = [...new Map(enrolled.map((one) => [String(one.classId), one.className]))];
  const classId = classes.some(([id]) => id === of) ? of : firstToAsk(enrolled, styles);
  const own = useMemo(
    () => enrolled.filter((one) => String(one.classId) === classId).map(gridChild),
    [enrolled, classId],
  );
  const worn = styles.filter((style) => String(style.classId) === classId);
  const submit = useCommand(contract.submitMany, { refresh: ['uniform-indent', 'order-gap'] });
  const send = async (rows: readonly SentRow[]): Promise<readonly SentResult[] | null> => {
    const done = await submit.run({ rows: rows.map(({ key, ...row }) => ({ ...row, enrolmentId: key })) });
    return done?.rows ?? null;
  };
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
      ) : (
        <IndentDesk
          rows={all ? own : own.filter(({ indentNo }) => indentNo === null)}
          styles={worn}
          second
          running={submit.running}
          error={submit.error}
          onSend={send}
          empty={
            <EmptyState
              title="Every child of this class has an indent"
              help="Show them all to ask for a second set."
              action={{ label: 'All indents', to: ALL }}
            />
          }
        />
      )}
    </Stack>
  );
}
