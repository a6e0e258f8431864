import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { UnsavedGuard } from '@aangan/web/form/unsaved-guard.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Divider, Group, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import '../audits-look.tsx';
import { auditContract as contract, type Question } from '../engine/audit.contract.ts';
import { viewPath } from '../view/audit-paths.ts';
import { QuestionCard } from './question-card.tsx';
import { deviceId } from './runner-paths.ts';
import { SignOff } from './sign-off.tsx';
import { type Saving, type Sent, useAnswers } from './use-answers.web.ts';

type Audit = OutputOf<typeof contract.get>;

/** /audit/editAudit/{id}, /general-audit/edit-audit/{auditId}: answered question by question, kept as it is answered. */
export function RunAudit() {
  const { id, auditId } = useParams();
  const query = useQuery(contract.get, { id: auditId ?? id ?? '' }, { fresh: 0 });
  return (
    <QueryState query={query}>
      {(audit) => (
        <PageFrame
          title={`${audit.number} ${audit.type}`}
          crumbs={[{ label: 'Audits' }, { label: audit.centre }]}
        >
          {!audit.can['answer'] ? (
            // Handed in, thrown away, or another person's: it is read.
            <Navigate to={viewPath(audit.family, audit.id)} replace />
          ) : (
            <Opened key={`${audit.id}-${audit.status}`} audit={audit} />
          )}
        </PageFrame>
      )}
    </QueryState>
  );
}

function TakeOverButton({ id, onDone }: { id: string; onDone: () => void }) {
  const claim = useCommand(contract.claim, { onDone, onError: (error) => notice.error(error) });
  return (
    <Button loading={claim.running} onClick={() => void claim.run({ id, deviceId: deviceId() })}>
      Take over here
    </Button>
  );
}

/** Asked once: taken over from here by another device, what this one has not sent yet stays on the screen. */
function Opened({ audit }: { audit: Audit }) {
  const [held, setHeld] = useState(audit.leased !== null && audit.leased.device !== deviceId());
  return held ? <TakeOver id={audit.id} onDone={() => setHeld(false)} /> : <Runner audit={audit} />;
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

function Runner({ audit }: { audit: Audit }) {
  const { questions, answer, photo, push, flush, sent, saving, error } = useAnswers(audit);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [discarding, setDiscarding] = useState(false);
  const submit = useCommand(contract.submit, {
    onDone: ({ status }) =>
      notice.ok(status === 'SUBMITTED' ? 'Handed in. It waits for the review.' : 'Handed in and published.'),
    onError: (problem) => {
      const { fields, message } = toApiError(problem);
      setFaults(fields ?? {});
      notice.warn(message);
      const [first] = Object.keys(fields ?? {});
      document.getElementById(`q-${first}`)?.scrollIntoView({ block: 'center' });
    },
  });
  const handIn = async () => {
    if (await flush()) void submit.run({ id: audit.id });
    else notice.warn('Not everything is saved yet. Try again in a moment.');
  };
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
                      {sub.questions.map((one) => {
                        const now = questions.get(one.id) ?? one;
                        return (
                          <QuestionCard
                            key={one.id}
                            one={now}
                            fault={faults[one.id]}
                            onAnswer={(part) => answer(now, part)}
                            onPhoto={(fileId, gone) => photo(now, fileId, gone)}
                          />
                        );
                      })}
                    </Stack>
                  ))}
                </Stack>
              </Section>
            ))}
            {audit.needsSignoff ? <SignOff audit={audit} fault={faults['signoff']} onSign={push} /> : null}
          </Stack>
        }
        rail={
          <Stack gap="md">
            <Facts audit={audit} />
            <SoFar sent={sent} saving={saving} error={error?.message ?? null}>
              {error?.code === 'audit.leased' ? (
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
      <UnsavedGuard guards={() => saving === 'FAILED'} />
      {discarding ? (
        <CommandDialog
          of={contract.discard}
          title={`Discard ${audit.number}`}
          text="Its answers and photos are thrown away."
          confirm="Discard"
          danger
          start={{ id: audit.id }}
          refresh={['audit']}
          done="The audit is discarded."
          onClose={() => setDiscarding(false)}
        />
      ) : null}
    </>
  );
}

function Facts({ audit }: { audit: Audit }) {
  return (
    <Section title="Audit">
      <Stack gap={4} align="flex-start">
        <StatusTag area="audit" state={audit.status} />
        <Text size="sm">{audit.centre}</Text>
        {audit.subject ? <Text size="sm">{audit.subject}</Text> : null}
        <Text size="sm">
          <DateText day={audit.auditOn} />, {audit.auditor}
          {audit.mode === 'SELF' ? ', self check' : ''}
        </Text>
      </Stack>
    </Section>
  );
}

const savingWords: Readonly<Record<Saving, string>> = {
  SAVED: 'Saved',
  SAVING: 'Saving…',
  FAILED: 'Not saved yet; it is tried again.',
};

function SoFar({
  sent: { counts, score },
  saving,
  error,
  children,
}: {
  sent: Sent;
  saving: Saving;
  error: string | null;
  children: ReactNode;
}) {
  return (
    <Section title="So far">
      <Stack gap="xs">
        <Text fw={600} fz="xl" className="figures">
          {score.finalBp === null ? 'Not scored' : `${formatPercent(score.finalBp)} ${score.band ?? ''}`}
        </Text>
        {score.capped && score.rawBp !== score.finalBp ? (
          <Text size="sm" c="var(--a-danger-text)">
            {`${formatPercent(score.rawBp ?? 0)} without the critical failure`}
          </Text>
        ) : null}
        <Progress value={(counts.answered / counts.total) * 100} aria-label="Answered" />
        <Text size="sm">{`${counts.answered} of ${counts.total} answered, ${counts.faults} faults`}</Text>
        {score.categories.map((one) => (
          <Group key={one.categoryId} justify="space-between" gap="xs">
            <Text size="sm">{one.name}</Text>
            <Text size="sm" className="figures">
              {one.pctBp === null ? '–' : formatPercent(one.pctBp)}
            </Text>
          </Group>
        ))}
        <Text size="sm" c={saving === 'FAILED' ? 'var(--a-danger-text)' : 'dimmed'} role="status">
          {saving === 'FAILED' && error ? `${savingWords.FAILED} ${error}` : savingWords[saving]}
        </Text>
        {children}
      </Stack>
    </Section>
  );
}

const isOpen = ({ response, scale, optional }: Question): boolean =>
  response === null && scale === null && !optional;

/** What is still to be answered; each jumps to its question. */
function Gaps({ questions }: { questions: readonly Question[] }) {
  const gaps = questions.filter(isOpen);
  if (gaps.length === 0) return null;
  return (
    <Section title="Still to answer">
      <Group gap="xs">
        {gaps.slice(0, 30).map(({ id, code }) => (
          <Anchor
            key={id}
            component="button"
            type="button"
            size="sm"
            onClick={() => document.getElementById(`q-${id}`)?.scrollIntoView({ block: 'center' })}
          >
            {code}
          </Anchor>
        ))}
        {gaps.length > 30 ? <Text size="sm">{`and ${gaps.length - 30} more`}</Text> : null}
      </Group>
    </Section>
  );
}
