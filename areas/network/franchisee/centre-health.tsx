import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay, formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import classes from '../network.module.css';
import { franchiseeHealthContract } from './franchisee-health.contract.ts';
import { HealthRing, toneOfHealth } from './health-ring.tsx';
import { AMBER_FROM, FULL_PERCENT, GREEN_FROM, HEALTH_PARTS, type HealthKey } from './health-score.ts';

type Health = OutputOf<typeof franchiseeHealthContract.view>;
type Part = Health['parts'][number];

/** Health of one centre: ring, five bars that open their rows, and the nights before. */
export function CentreHealth({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(franchiseeHealthContract.view, { franchiseeId });
  const [open, setOpen] = useState<Part | null>(null);
  return (
    <QueryState query={query}>
      {(health) => (
        <>
          <Section title="Health" actions={<Recompute franchiseeId={franchiseeId} health={health} />}>
            <Stack gap="md">
              {health.agreementEnded ? (
                <Alert color="danger" title="The agreement has ended and no new one is there." />
              ) : null}
              <Group align="flex-start" gap="xl" wrap="wrap">
                <Stack gap={2} align="center">
                  <HealthRing score={health.score} size={96} />
                  <Text size="sm" c="dimmed">
                    of 100
                  </Text>
                </Stack>
                <div className={classes.healthParts}>
                  {health.parts.map((part) => (
                    <PartBar key={part.key} part={part} open={() => setOpen(part)} />
                  ))}
                </div>
              </Group>
              <Trend history={health.history} />
            </Stack>
          </Section>
          {open ? <Rows franchiseeId={franchiseeId} part={open} onClose={() => setOpen(null)} /> : null}
        </>
      )}
    </QueryState>
  );
}

function Recompute({ franchiseeId, health }: { franchiseeId: number; health: Health }) {
  const recompute = useCommand(franchiseeHealthContract.recompute, {
    refresh: ['franchisee'],
    onDone: ({ score }) => notice.ok(score === null ? 'Nothing to count yet.' : `Counted: ${score} of 100.`),
  });
  if (!health.can['recompute']) return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={recompute.running}
      onClick={() => void recompute.run({ franchiseeId })}
    >
      Count now
    </Button>
  );
}

const figure = (key: HealthKey, n: number): string =>
  HEALTH_PARTS[key].unit === 'PAISE' ? formatRupees(n, true) : String(n);

const ofWords = (part: Part): string => {
  const late = part.key === 'audits' ? ` critical finding${part.overdue === 1 ? '' : 's'}` : '';
  const less = part.overdue > 0 ? `, ${part.overdue}${late} late` : '';
  // Else 64 of 130 would seem to be worth 58 by mistake.
  const full = part.key === 'seats' ? `, ${FULL_PERCENT} % count as full` : '';
  return HEALTH_PARTS[part.key].unit === 'PERCENT'
    ? `${part.n} %${less}`
    : `${figure(part.key, part.n)} of ${figure(part.key, part.d)}${full}${less}`;
};

function PartBar({ part, open }: { part: Part; open: () => void }) {
  const { title } = HEALTH_PARTS[part.key];
  return (
    <div className={classes.healthPart}>
      <div>
        {part.value === null ? (
          <span>{title}</span>
        ) : (
          <Anchor component="button" type="button" onClick={open}>
            {title}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          weighs {part.weight}
        </Text>
      </div>
      <span className={classes.meterTrack} aria-hidden="true">
        <span
          className={classes.bar}
          data-tone={toneOfHealth(part.value)}
          style={{ top: 0, bottom: 0, left: 0, width: `${part.value ?? 0}%` }}
        />
      </span>
      <div className={classes.healthFigure}>
        <span className="figures">{part.value ?? '–'}</span>
        <Text size="xs" c="dimmed" className="figures">
          {part.value === null ? 'no data yet' : ofWords(part)}
        </Text>
      </div>
    </div>
  );
}

/** What matters lies above 40: lower scores stand on the floor of the picture. */
const TREND_FROM = 40;
const heightOf = (score: number): number =>
  100 - (Math.max(0, score - TREND_FROM) * 100) / (100 - TREND_FROM);

function Trend({ history }: { history: Health['history'] }) {
  const known = history.filter((one): one is { on: string; score: number } => one.score !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return null;
  const points = known
    .map((one, i) => `${((i * 100) / (known.length - 1)).toFixed(1)},${heightOf(one.score).toFixed(1)}`)
    .join(' ');
  return (
    <div>
      <svg
        className={classes.healthTrend}
        viewBox="0 -2 100 104"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Health from ${first.score} on ${formatDay(first.on)} to ${last.score} on ${formatDay(last.on)}`}
      >
        <line x1="0" x2="100" y1={heightOf(GREEN_FROM)} y2={heightOf(GREEN_FROM)} />
        <line x1="0" x2="100" y1={heightOf(AMBER_FROM)} y2={heightOf(AMBER_FROM)} />
        <polyline points={points} />
      </svg>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {formatDay(first.on)}: {first.score}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDay(last.on)}: {last.score}
        </Text>
      </Group>
    </div>
  );
}

/** The rows that add to a part's figures. */
function Rows({ franchiseeId, part, onClose }: { franchiseeId: number; part: Part; onClose: () => void }) {
  const query = useQuery(franchiseeHealthContract.rows, { franchiseeId, part: part.key });
  return (
    <Modal opened onClose={onClose} size="lg" title={`${HEALTH_PARTS[part.key].title}: ${ofWords(part)}`}>
      <QueryState query={query}>
        {({ rows }) => (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Tbody>
                {rows.map((row, i) => (
                  <Table.Tr key={i}>
                    <Table.Td>
                      {row.link ? (
                        <Anchor component={Link} to={row.link}>
                          {row.label}
                        </Anchor>
                      ) : (
                        row.label
                      )}
                    </Table.Td>
                    <Table.Td ta="right" className="figures">
                      {figure(part.key, row.n)} of {figure(part.key, row.d)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>Together</Table.Th>
                  <Table.Th ta="right" className="figures">
                    {figure(
                      part.key,
                      rows.reduce((sum, row) => sum + row.n, 0),
                    )}{' '}
                    of{' '}
                    {figure(
                      part.key,
                      rows.reduce((sum, row) => sum + row.d, 0),
                    )}
                  </Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryState>
    </Modal>
  );
}
