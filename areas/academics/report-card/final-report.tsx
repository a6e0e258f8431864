import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { readFile, saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { dayOf, formatDay, formatInstant } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, NavLink, Select, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { academicsModules as m } from '../modules.ts';
import { reportCardContract } from './report-card.contract.ts';
import { cardLabels } from './report-card.states.ts';
import { ReportCardView } from './report-card-view.tsx';
import { cardWords } from './report-words.tsx';

type Card = OutputOf<typeof reportCardContract.card>;

/** /grade-book/skills/final-report/{studentAdmissionId}: a child's card, for staff and for the family. */
export function FinalReport() {
  const { studentAdmissionId: id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const [termId, cardId] = [params.get('term'), params.get('card')];
  const t = useText(cardWords);
  const { holds } = useSession();
  const staff = holds([m.GradeEntry, m.reportPublishSetting], false);
  const query = useQuery(
    reportCardContract.card,
    { id, ...(termId ? { termId } : {}), ...(cardId ? { cardId } : {}) },
    { fresh: 0 },
  );
  return (
    <QueryState query={query}>
      {(data) => (
        <PageFrame title={`${t('title')}: ${data.child}`}>
          <Stack gap="md">
            <Group align="end">
              <Select
                label={t('term')}
                data={data.terms.map(({ id: value, name }) => ({ value, label: name }))}
                value={data.termId}
                onChange={(term) => term && setParams({ term })}
                allowDeselect={false}
                w={160}
              />
              {data.cardId && <PdfButton id={id} cardId={data.cardId} />}
            </Group>
            {!staff && data.cardId && <NoteRead id={id} cardId={data.cardId} />}
            {staff ? (
              <TwoColumns
                main={<Shown data={data} staff />}
                rail={<Versions data={data} choose={(card) => setParams({ card })} />}
              />
            ) : (
              <Shown data={data} staff={false} />
            )}
          </Stack>
        </PageFrame>
      )}
    </QueryState>
  );
}

/** The family has opened the card: said once for each card. */
function NoteRead({ id, cardId }: { id: string; cardId: string }) {
  useEffect(() => {
    // The card stands on the screen already; a lost note is written at the next opening.
    void call(reportCardContract.read, { id, cardId }, { idempotencyKey: newId(), background: true }).catch(
      () => undefined,
    );
  }, [id, cardId]);
  return null;
}

function PdfButton({ id, cardId }: { id: string; cardId: string }) {
  const t = useText(cardWords);
  const pdf = useCommand(reportCardContract.pdf, {
    onDone: ({ url }) =>
      void readFile(url)
        .then(({ blob, name }) => saveBlob(blob, name))
        .catch((error: unknown) => notice.error(error)),
    onError: (error) => notice.error(error),
  });
  return (
    <Button variant="default" loading={pdf.running} onClick={() => void pdf.run({ id, cardId })}>
      {t('pdf')}
    </Button>
  );
}

function Shown({ data, staff }: { data: Card; staff: boolean }) {
  const t = useText(cardWords);
  const card = data.versions.find(({ id }) => id === data.cardId);
  const term = data.terms.find(({ id }) => id === data.termId)?.name;
  if (!data.snapshot)
    return (
      <EmptyState
        title={term ? t('notYet', { term }) : t('none')}
        {...(staff ? {} : { help: t('notYetHelp') })}
      />
    );
  return (
    <Stack gap="md">
      {data.draft && (
        <Alert color="warning" variant="light" title="Draft">
          Nothing of it is published: grades and remarks as they stand now.
        </Alert>
      )}
      {card && card.versionNo > 1 && card.changeNote && (
        <Alert color="info" variant="light">
          {t('updated', { date: formatDay(dayOf(card.publishedAt)), reason: card.changeNote })}
        </Alert>
      )}
      <ReportCardView card={data.snapshot} />
      {card && (
        <Text size="sm" className="quiet figures">
          {`${t('number')} ${card.number} · ${t('published')} ${formatDay(dayOf(card.publishedAt))} · ${card.seal}`}
        </Text>
      )}
    </Stack>
  );
}

const tones = { PUBLISHED: 'success', SUPERSEDED: 'neutral', WITHDRAWN: 'danger' } as const;

/** What staff see beside the card: its versions, who read it, and taking it back. */
function Versions({ data, choose }: { data: Card; choose: (cardId: string) => void }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const card = data.versions.find(({ id }) => id === data.cardId);
  return (
    <Stack gap="md">
      <Section title="Versions" flush>
        {data.versions.length === 0 ? (
          <Text p="md" className="quiet">
            Not published yet.
          </Text>
        ) : (
          data.versions.map((one) => (
            <NavLink
              key={one.id}
              active={one.id === data.cardId}
              label={`Version ${one.versionNo}`}
              description={formatInstant(one.publishedAt)}
              rightSection={<Tag tone={tones[one.status]}>{cardLabels[one.status]}</Tag>}
              onClick={() => choose(one.id)}
            />
          ))
        )}
      </Section>
      {card && (
        <Section title="Read by the family">
          {data.reads.length === 0 ? (
            <Text className="quiet">Nobody has opened it yet.</Text>
          ) : (
            <Facts
              items={data.reads.map(({ name, firstAt, downloads }) => ({
                label: name,
                value: `${formatInstant(firstAt)}${downloads > 0 ? `, PDF ${downloads}×` : ''}`,
              }))}
            />
          )}
        </Section>
      )}
      {data.can['withdraw'] && (
        <Button variant="default" color="danger" onClick={() => setWithdrawing(true)}>
          Withdraw card
        </Button>
      )}
      {withdrawing && card && (
        <CommandDialog
          of={reportCardContract.withdraw}
          title="Withdraw this card"
          text="The family cannot open it any more. A new version follows a reopened sheet."
          confirm="Withdraw"
          danger
          start={{ id: card.id }}
          ifMatch={card.version}
          done="Withdrawn."
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Stack>
  );
}
