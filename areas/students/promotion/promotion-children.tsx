import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { BulkBar } from '@aangan/web/ui/bulk-bar.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Checkbox, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { promotionContract } from './promotion.contract.ts';
import { type Decision, decisionNames, decisions, promotionReasons } from './promotion.states.ts';
import type { PromotionChild, PromotionRun } from './promotion-look.ts';

const views = {
  exceptions: (child: PromotionChild) => child.reasons.length > 0 || child.decision === null,
  different: (child: PromotionChild) => child.overrideReason !== null,
  failed: (child: PromotionChild) => child.result?.state === 'FAILED',
  all: () => true,
} as const;
type View = keyof typeof views;
const viewLabels: Readonly<Record<View, string>> = {
  exceptions: 'Exceptions',
  different: 'Decided otherwise',
  failed: 'Not done',
  all: 'All',
};

/** The children of a run; chosen ones are decided together. Drawn anew (`key`) when the run has changed. */
export function PromotionChildren({ run }: { run: PromotionRun }) {
  const count = (view: View) => run.children.filter(views[view]).length;
  const [view, setView] = useState<View>(count('exceptions') > 0 ? 'exceptions' : 'all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision | null>(null);
  const shown = run.children.filter(views[view]);
  const rows = run.children.filter((child) => chosen.has(child.id));
  const choose = (ids: readonly string[], on: boolean) =>
    setChosen((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <>
      <Section
        title="Children"
        flush
        actions={
          <SegmentedControl
            aria-label="Children shown"
            value={view}
            onChange={(value) => setView(value as View)}
            data={(Object.keys(views) as View[])
              .filter((one) => one === 'all' || one === view || count(one) > 0)
              .map((one) => ({ value: one, label: `${viewLabels[one]} ${count(one)}` }))}
          />
        }
      >
        <ShortTable
          label="Children of the run"
          rows={shown}
          keyOf={(child) => child.id}
          minWidth={980}
          columns={[
            ...(run.can['decide']
              ? [
                  {
                    id: 'chosen',
                    label: '',
                    width: 40,
                    cell: (child: PromotionChild) => (
                      <Checkbox
                        aria-label={`Choose ${child.name}`}
                        checked={chosen.has(child.id)}
                        onChange={(event) => choose([child.id], event.currentTarget.checked)}
                      />
                    ),
                  },
                ]
              : []),
            ...columns,
          ]}
        />
      </Section>
      <BulkBar
        rows={rows}
        actions={decisionNames
          .filter((one) => one !== 'PROMOTE' || run.nextClassName !== null)
          .map((one) => ({ label: () => decisions[one], run: () => setDecision(one) }))}
        onClear={() => setChosen(new Set())}
      />
      {decision ? (
        <CommandDialog
          of={promotionContract.decide}
          title={`Decide for ${rows.length === 1 ? rows[0]?.name : `${rows.length} children`}`}
          text="Another decision than the proposed one needs a reason and another person’s approval."
          confirm="Decide"
          start={{ id: run.id, enrolmentIds: rows.map(({ id }) => id), decision }}
          ifMatch={run.version}
          refresh={['promotion', 'promotion-run']}
          done={({ changed }) => (changed === 1 ? 'Decided.' : `Decided for ${changed} children.`)}
          onClose={() => setDecision(null)}
        />
      ) : null}
    </>
  );
}

const columns: Column<PromotionChild>[] = [
  textColumn(
    'child',
    'Child',
    (child) => (
      <Anchor inherit component={Link} to={`/students/edit/${child.studentId}`}>
        {child.name}
      </Anchor>
    ),
    { width: 200, second: (child) => [child.admissionNo, child.section].filter(Boolean).join(' · ') },
  ),
  textColumn('age', 'Age', (child) => `${Math.floor(child.ageMonths / 12)} y ${child.ageMonths % 12} m`, {
    width: 110,
  }),
  textColumn('attendance', 'Attendance', (child) =>
    child.attendanceBp === null ? null : formatPercent(child.attendanceBp),
  ),
  moneyColumn('dues', 'Dues', (child) => child.dues),
  {
    id: 'proposed',
    label: 'Proposed',
    cell: (child) => (
      <Group gap={4}>
        <StatusTag area="promotion-child" state={child.proposed} />
        {child.reasons.map((reason) => (
          <Tag key={reason} tone="warning">
            {promotionReasons[reason as keyof typeof promotionReasons] ?? reason}
          </Tag>
        ))}
      </Group>
    ),
  },
  {
    id: 'decision',
    label: 'Decision',
    cell: (child) => <StatusTag area="promotion-child" state={child.decision ?? 'UNDECIDED'} />,
    second: (child) => [child.overrideReason, child.decidedByName].filter(Boolean).join(' · ') || undefined,
  },
  moneyColumn('plan', 'Plan next year', (child) => child.planNet),
  {
    id: 'result',
    label: 'Next year',
    cell: (child) => child.next ?? '–',
    second: (child) =>
      child.result ? (
        <>
          <StatusTag area="promotion-result" state={child.result.state} /> {child.result.reason}
        </>
      ) : undefined,
  },
];
