import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { readFile, saveBlob } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Menu, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { accessReviewContract, type Review } from './access-review.contract.ts';

export type Overview = OutputOf<typeof accessReviewContract.overview>;

async function download(reviewId: string, format: 'pdf' | 'xlsx'): Promise<void> {
  try {
    const { fileId, name } = await call(accessReviewContract.letter, { reviewId, format });
    const { blob } = await readFile(`/api/file/${fileId}`);
    saveBlob(blob, name);
  } catch (error) {
    notice.error(toApiError(error));
  }
}

/** How far the review is, until when, whose word is missing; its result as a letter. */
export function ReviewHead({ overview, choose }: { overview: Overview; choose: (id: string) => void }) {
  const { review, reviewers, past, may } = overview;
  const start = useCommand(accessReviewContract.start, {
    onDone: ({ items }) => notice.ok(`Started. ${formatCount(items)} role assignments await review.`),
    onError: (error) => notice.error(error),
  });
  if (!review && !may.start) return null;
  return (
    <Section
      title={review?.title ?? 'Access review'}
      help={review ? helpOf(review) : 'Everybody who leads people says which roles they still need.'}
      actions={
        <Group gap="xs">
          {past.length > 1 ? (
            <Select
              aria-label="Review"
              size="xs"
              w={220}
              allowDeselect={false}
              value={review?.id ?? null}
              onChange={(id) => id && choose(id)}
              data={past.map((one) => ({ value: one.id, label: one.title }))}
            />
          ) : null}
          {review ? <LetterMenu reviewId={review.id} /> : null}
          {may.start ? (
            <Button size="xs" loading={start.running} onClick={() => void start.run({})}>
              Start review
            </Button>
          ) : null}
        </Group>
      }
    >
      {review ? <Far review={review} reviewers={may.seeAll ? reviewers : []} /> : null}
    </Section>
  );
}

const helpOf = (review: Review): string =>
  review.closed
    ? `Started on ${formatDate(review.startedOn)}, finished.`
    : `Decide until ${formatDate(review.dueOn)}. What is still open after ${formatDate(review.endsOn)} ends by itself.`;

function LetterMenu({ reviewId }: { reviewId: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Result letter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download(reviewId, 'pdf')}>As PDF</Menu.Item>
        <Menu.Item onClick={() => void download(reviewId, 'xlsx')}>As workbook</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Far({ review, reviewers }: { review: Review; reviewers: Overview['reviewers'] }) {
  const { OPEN, KEEP, END, LAPSED, GONE } = review.counts;
  const all = OPEN + KEEP + END + LAPSED + GONE;
  const parts = [
    { n: KEEP, color: 'success', word: 'kept' },
    { n: END + LAPSED, color: 'danger', word: 'ended' },
    { n: GONE, color: 'gray', word: 'had ended before' },
    { n: OPEN, color: 'info', word: 'open' },
  ].filter((part) => part.n > 0);
  return (
    <Stack gap="sm">
      <Progress.Root size="lg" aria-label="Decided so far">
        {parts.map((part) => (
          <Progress.Section
            key={part.word}
            value={(part.n * 100) / Math.max(1, all)}
            color={part.word === 'open' ? 'transparent' : part.color}
            aria-label={part.word}
          />
        ))}
      </Progress.Root>
      <Text size="sm" className="figures">
        {all === 0
          ? 'Nothing in it is yours to decide.'
          : parts.map((part) => `${formatCount(part.n)} ${part.word}`).join(' · ')}
        {review.mine > 0 ? ` · ${formatCount(review.mine)} for you` : ''}
      </Text>
      {review.mine > 0 ? (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          Keys: j and k move, y keeps, e ends, x selects.
        </Text>
      ) : null}
      {reviewers.length > 0 ? <Missing reviewers={reviewers} /> : null}
    </Stack>
  );
}

const SHOWN = 5;

function Missing({ reviewers }: { reviewers: Overview['reviewers'] }) {
  const [all, setAll] = useState(false);
  const waiting = reviewers.filter((one) => one.open > 0);
  if (waiting.length === 0) return null;
  return (
    <>
      <Table horizontalSpacing={0} verticalSpacing={6} maw={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Pending reviewers</Table.Th>
            <Table.Th ta="right">Open</Table.Th>
            <Table.Th ta="right">Decided</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(all ? waiting : waiting.slice(0, SHOWN)).map((one) => (
            <Table.Tr key={one.reviewerId ?? ''}>
              <Table.Td>{one.name}</Table.Td>
              <Table.Td ta="right" className="figures">
                {formatCount(one.open)}
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {formatCount(one.done)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {waiting.length > SHOWN && !all ? (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setAll(true)}
        >
          {`All ${waiting.length}`}
        </Button>
      ) : null}
    </>
  );
}
