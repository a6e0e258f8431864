import { toApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { isAway, useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import '../audits-look.tsx';
import { auditContract as contract } from '../engine/audit.contract.ts';
import { viewPath } from '../view/audit-paths.ts';
import {
  type Audit,
  dropOps,
  dropPack,
  onlyInThisTab,
  type Pack,
  readOps,
  readPack,
  withSignoff,
} from './audit-store.web.ts';
import { deviceId, useDeviceId } from './device-id.web.ts';
import { type KeptOp, questionOf, unsentText } from './kept-ops.ts';
import { NotSent } from './not-sent.tsx';
import { QuestionCard } from './question-card.tsx';
import { Facts, Gaps, Queue, SoFar } from './run-rail.tsx';
import { SignOff } from './sign-off.tsx';
import { useAnswers } from './use-answers.web.ts';

/** /audit/editAudit/{id}, /general-audit/edit-audit/{auditId}: answered question by question, kept as it is answered. */
export function RunAudit() {
  const params = useParams();
  const id = params['auditId'] ?? params['id'] ?? '';
  const query = useQuery(contract.get, { id }, { fresh: 0 });
  const pack = usePack(id);
  // Without a network the query waits or fails: then what this device has.
  const away = query.data === undefined && isAway(query);
  const audit = query.data ?? (away ? pack?.audit : undefined);
  if (audit)
    return (
      <PageFrame
        title={`${audit.number} ${audit.type}`}
        crumbs={[{ label: 'Audits' }, { label: audit.centre }]}
      >
        {audit.can['answer'] ? (
          <Opened
            key={`${audit.id}-${audit.status}`}
            audit={audit}
            readAt={query.data ? query.dataUpdatedAt : null}
          />
        ) : (
          <Ended audit={audit} />
        )}
      </PageFrame>
    );
  if (away && pack === null)
    return (
      <PageFrame title="Audit" crumbs={[{ label: 'Audits' }]}>
        <EmptyState
          title="No network"
          help="This audit is not on this device. Take it along while there is a network: then it opens without one."
        />
      </PageFrame>
    );
  if (query.error && !away) return <OutOfReach id={id} query={query} />;
  return <TextSkeleton />;
}

/** The pack of this device; undefined while it is read. */
function usePack(id: string): Pack | null | undefined {
  const [pack, setPack] = useState<Pack | null | undefined>(undefined);
  useEffect(() => {
    let left = false;
    setPack(undefined);
    void readPack(id).then((found) => !left && setPack(found));
    return () => {
      left = true;
    };
  }, [id]);
  return pack;
}

/** What this device has not sent of an audit; null while it is read. */
function useKeptOps(id: string): readonly KeptOp[] | null {
  const [kept, setKept] = useState<readonly KeptOp[] | null>(null);
  useEffect(() => {
    void readOps(id).then(setKept);
  }, [id]);
  return kept;
}

/** Handed in, thrown away, or another person's: it is read. What was not sent stays until somebody throws it away. */
function Ended({ audit }: { audit: Audit }) {
  const kept = useKeptOps(audit.id);
  useEffect(() => {
    if (kept?.length === 0) void dropPack(audit.id);
  }, [kept, audit.id]);
  if (kept === null) return <TextSkeleton />;
  if (kept.length === 0) return <Navigate to={viewPath(audit.family, audit.id)} replace />;
  return <NotSent id={audit.id} first={kept} audit={audit} />;
}

/** Not found or not allowed any more: a centre that was taken away, too. */
function OutOfReach({ id, query }: { id: string; query: ReturnType<typeof useQuery<typeof contract.get>> }) {
  const kept = useKeptOps(id);
  if (kept && kept.length > 0)
    return (
      <PageFrame title={kept[0]?.number ?? 'Audit'} crumbs={[{ label: 'Audits' }]}>
        <NotSent id={id} first={kept} audit={null} />
      </PageFrame>
    );
  return <QueryState query={query}>{() => null}</QueryState>;
}

function TakeOverButton({ id, onDone }: { id: string; onDone: () => void }) {
  const claim = useCommand(contract.claim, { onDone, onError: (error) => notice.error(error) });
  return (
    <Button
      loading={claim.running}
      onClick={() => void deviceId().then((device) => claim.run({ id, deviceId: device }))}
    >
      Take over here
    </Button>
  );
}

interface OpenedProps {
  audit: Audit;
  /** When the server gave it; null from the pack. */
  readAt: number | null;
}

/** Asked once: taken over from here by another device, what this one has not sent yet stays on the screen. */
function Opened({ audit, readAt }: OpenedProps) {
  const device = useDeviceId();
  const [leased, setLeased] = useState(audit.leased);
  const kept = useKeptOps(audit.id);
  if (device === null) return <TextSkeleton />;
  if (leased !== null && leased.device !== device)
    return <TakeOver id={audit.id} onDone={() => setLeased(null)} />;
  return kept === null ? <TextSkeleton /> : <Runner audit={audit} readAt={readAt} first={kept} />;
}

function TakeOver({ id, onDone }: { id: string; onDone: () => void }) {
  return (
    <Alert color="warning" title="This audit is open on another device.">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Send what is on that device first: what it has not sent yet does not reach an audit that was taken
          over.
        </Text>
        <TakeOverButton id={id} onDone={onDone} />
      </Stack>
    </Alert>
  );
}

function Runner({ audit, readAt, first }: OpenedProps & { first: readonly KeptOp[] }) {
  const run = useAnswers(audit, first, readAt);
  const { questions, kept, flush } = run;
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [discarding, setDiscarding] = useState(false);
  const submit = useCommand(contract.submit, {
    onDone: ({ status }) => {
      void dropPack(audit.id);
      notice.ok(status === 'SUBMITTED' ? 'Handed in. It waits for the review.' : 'Handed in and published.');
    },
    onError: (problem) => {
      const { fields, message } = toApiError(problem);
      setFaults(fields ?? {});
      notice.warn(message);
      const [lacking] = Object.keys(fields ?? {});
      document.getElementById(`q-${lacking}`)?.scrollIntoView({ block: 'center' });
    },
  });
  /** What was missing is asked again when it is handed in again. */
  const clearFault = (id: string) => setFaults(({ [id]: _cleared, ...others }) => others);
  const handIn = async () => {
    const left = unsentText(await flush());
    if (left === null) void submit.run({ id: audit.id });
    else notice.warn(`Not sent yet: ${left}. The audit can be handed in once everything is sent.`);
  };
  const signed = withSignoff(audit, kept);
  return (
    <>
      <TwoColumns
        main={
          <Stack gap="md">
            {audit.reason ? <Alert color="warning">{audit.reason}</Alert> : null}
            {audit.categories.map(({ id, name, subCategories }) => (
              <Section key={id} title={name}>
                <Stack gap="lg">
                  {subCategories.map((sub) => (
                    <Stack key={sub.id} gap="md">
                      <Divider label={sub.name} labelPosition="left" />
                      {sub.questions.map((one) => (
                        <QuestionCard
                          key={one.id}
                          one={questions.get(one.id) ?? one}
                          fault={faults[one.id]}
                          kept={kept.filter(({ op }) => questionOf(op) === one.id)}
                          onAnswer={(part) => {
                            clearFault(one.id);
                            void run.answer(one.id, part);
                          }}
                          onPhoto={(file) => {
                            clearFault(one.id);
                            void run.photo(one.id, file);
                          }}
                          onRemove={(fileId) => void run.removePhoto(one.id, fileId)}
                          onTakeBack={(op) => void run.takeBack(op)}
                        />
                      ))}
                    </Stack>
                  ))}
                </Stack>
              </Section>
            ))}
            {audit.needsSignoff ? (
              <SignOff
                audit={signed}
                fault={faults['signoff']}
                onSign={(op) => {
                  clearFault('signoff');
                  void run.push(op);
                }}
              />
            ) : null}
          </Stack>
        }
        rail={
          <Stack gap="md">
            <Facts audit={audit} />
            <SoFar counts={run.counts} score={run.score}>
              <Queue kept={kept} sending={run.sending} problem={run.problem?.message ?? null} />
              {run.problem?.code === 'audit.leased' ? (
                <TakeOverButton id={audit.id} onDone={() => void flush()} />
              ) : null}
            </SoFar>
            <Gaps questions={[...questions.values()]} />
            <Group gap="sm">
              <Button loading={submit.running} onClick={() => void handIn()}>
                Hand in
              </Button>
              <Button variant="default" onClick={() => setDiscarding(true)}>
                Discard
              </Button>
            </Group>
          </Stack>
        }
      />
      <UnsavedGuard guards={onlyInThisTab} />
      {discarding ? (
        <CommandDialog
          of={contract.discard}
          title={`Discard ${audit.number}`}
          text="Its answers and photos are thrown away."
          confirm="Discard"
          danger
          start={{ id: audit.id }}
          refresh={['audit']}
          done={() => {
            void dropOps(kept);
            void dropPack(audit.id);
            return 'The audit is discarded.';
          }}
          onClose={() => setDiscarding(false)}
        />
      ) : null}
    </>
  );
}
