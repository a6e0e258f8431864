import { useQuery } from '@aangan/web/api/use-query.ts';
import { BatchProgress } from '@aangan/web/batch/batch-progress.tsx';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sessionLabels } from '../student/student-look.tsx';
import { promotionBatch, promotionContract } from './promotion.contract.ts';
import { decisionNames, decisions, planRules, sectionRules } from './promotion.states.ts';
import { PromotionChildren } from './promotion-children.tsx';
import type { PromotionRun } from './promotion-look.tsx';

type Step = 'approve' | 'execute' | 'cancel';
const REFRESH = ['promotion', 'promotion-run', 'promotion-child'];
const label: Readonly<Record<Step, string>> = { approve: 'Approve', execute: 'Carry out', cancel: 'Drop' };

/** One run: exceptions first, what it costs, the places of the next class, and the steps. */
export function PromotionWork({ id }: { id: string }) {
  const query = useQuery(promotionContract.get, { id }, { fresh: 0 });
  const [asked, setAsked] = useState<Step | null>(null);
  const run = query.data;
  return (
    <PageFrame
      title={
        run ? `${run.className}${run.sectionName ? ` ${run.sectionName}` : ''} to ${run.toYear}` : 'Promotion'
      }
      crumbs={[{ label: 'Promotion', to: '/student-promotion/list' }]}
      context="centre-year"
      primary={primaryOf(run, setAsked)}
      menu={[
        { label: label.cancel, danger: true, hidden: !run?.can['cancel'], run: () => setAsked('cancel') },
      ]}
    >
      <QueryState query={query}>
        {(found) => <Work run={found} asked={asked} ask={setAsked} reload={() => void query.refetch()} />}
      </QueryState>
    </PageFrame>
  );
}

function primaryOf(run: PromotionRun | undefined, ask: (step: Step) => void) {
  const step = (['approve', 'execute'] as const).find((one) => run?.can[one]);
  return step && { label: label[step], run: () => ask(step) };
}

interface WorkProps {
  run: PromotionRun;
  asked: Step | null;
  ask: (step: Step | null) => void;
  reload: () => void;
}

function Work({ run, asked, ask, reload }: WorkProps) {
  const [watched, watch] = useState<string | null>(null);
  const running = run.status === 'RUNNING' ? run.batchId : null;
  useEffect(() => {
    if (running) watch(running);
  }, [running]);
  return (
    <Stack gap="md">
      <Section title="Run">
        <Facts min={150} items={factsOf(run)} />
      </Section>
      {run.status === 'READY' && run.overrides > 0 ? (
        <Alert color="warning">
          {`${run.overrides} decisions are not what was proposed. Another person who holds Promotion approved approves the run first.`}
        </Alert>
      ) : null}
      {run.batchId ? (
        <Group>
          <Button variant="default" onClick={() => watch(run.batchId)}>
            Show progress
          </Button>
        </Group>
      ) : null}
      <PromotionChildren key={run.version} run={run} />
      {asked === null ? null : <Ask run={run} step={asked} onClose={() => ask(null)} />}
      {watched ? (
        <Modal
          opened
          onClose={() => {
            watch(null);
            reload();
          }}
          title="Promotion"
        >
          <BatchProgress
            of={promotionBatch}
            ids={[watched]}
            refresh={[...REFRESH, 'student', 'class-board']}
            onClose={() => {
              watch(null);
              reload();
            }}
          />
        </Modal>
      ) : null}
    </Stack>
  );
}

function factsOf(run: PromotionRun) {
  const sum = (of: 'dues' | 'advance' | 'planNet') =>
    run.children.reduce((total, child) => total + (child[of] ?? 0), 0);
  return [
    { label: 'Status', value: <StatusTag area="promotion-run" state={run.status} /> },
    { label: 'Evaluated', value: <InstantText at={run.evaluatedAt} /> },
    { label: 'By', value: run.madeByName ?? '–' },
    ...(run.approvedByName ? [{ label: 'Approved by', value: run.approvedByName }] : []),
    { label: 'Next class', value: run.nextClassName ?? 'The children graduate' },
    { label: 'Sections', value: sectionRules[run.sectionRule as keyof typeof sectionRules] },
    { label: 'Fee plan', value: planRules[run.planRule as keyof typeof planRules] },
    { label: 'Dues today', value: <Money paise={sum('dues')} /> },
    { label: 'Advance', value: <Money paise={sum('advance')} /> },
    { label: 'Plans next year', value: <Money paise={sum('planNet')} /> },
    ...run.places.map((place) => ({
      label: `Places, ${sessionLabels[place.session] ?? place.session}`,
      value: (
        <Text
          inherit
          {...(place.free !== null && place.wanted > place.free ? { c: 'danger' } : {})}
        >{`${place.wanted} move up, ${place.free === null ? 'no limit' : `${place.free} free`}`}</Text>
      ),
    })),
  ];
}

function Ask({ run, step, onClose }: { run: PromotionRun; step: Step; onClose: () => void }) {
  const shared = { start: { id: run.id }, ifMatch: run.version, refresh: REFRESH, onClose };
  if (step === 'cancel')
    return (
      <CommandDialog
        {...shared}
        of={promotionContract.cancel}
        title="Drop this run?"
        text="Nothing of it happens. The class can be evaluated again."
        confirm="Drop run"
        danger
        done="The run is dropped."
      />
    );
  if (step === 'approve')
    return (
      <CommandDialog
        {...shared}
        of={promotionContract.approve}
        title={`Approve ${run.overrides} decisions that differ?`}
        text={overridesOf(run)}
        confirm="Approve run"
        done="Approved. The run can be carried out."
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={promotionContract.execute}
      title={`Carry out ${run.children.length - run.undecided} decisions?`}
      text={`${summaryOf(run)} ${run.undecided > 0 ? `${run.undecided} undecided children stay in ${run.fromYear}.` : ''}`}
      confirm="Carry out"
      done={({ children }) => `${children} children are being moved.`}
    />
  );
}

const summaryOf = (run: PromotionRun): string =>
  `${decisionNames
    .map((one) => [decisions[one], run.children.filter((child) => child.decision === one).length] as const)
    .filter(([, n]) => n > 0)
    .map(([word, n]) => `${word} ${n}`)
    .join(', ')}.`;

const overridesOf = (run: PromotionRun): string =>
  run.children
    .filter((child) => child.overrideReason)
    .map((child) => `${child.name}: ${child.overrideReason}`)
    .join(' · ');
