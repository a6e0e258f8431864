import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatClock, formatCount, formatPercent } from '@aangan/web/format.ts';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../network.module.css';
import { SeatMeter } from '../seat-meter.tsx';
import type { directoryContract } from './directory.contract.ts';
import { franchiseeLook } from './franchisee-look.tsx';
import { HealthRing, toneOfHealth } from './health-ring.tsx';
import { HEALTH_PARTS } from './health-score.ts';

export type Card = OutputOf<typeof directoryContract.list>['rows'][number];

/** '9:00 am – 6:30 pm'. */
export const hoursOf = (card: Card): string =>
  card.opensAt && card.closesAt ? `${formatClock(card.opensAt)} – ${formatClock(card.closesAt)}` : '–';

/** One centre of the directory, as somebody looks for it. */
export function CentreCard({
  card,
  chosen,
  toggle,
  opens,
}: {
  card: Card;
  chosen: boolean;
  toggle: () => void;
  opens: boolean;
}) {
  return (
    <article className={classes.card} data-chosen={chosen}>
      {card.photoUrl ? <img className={classes.photo} src={card.photoUrl} alt="" /> : null}
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          {opens ? (
            <Anchor component={Link} to={`/franchisee/view/${card.id}`} fw={600}>
              {card.label}
            </Anchor>
          ) : (
            <Text fw={600}>{card.label}</Text>
          )}
          <Text size="sm" c="dimmed">
            {[card.city, card.zone && `zone ${card.zone}`, card.model].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {card.status === 'SETUP' ? (
          <StatusTag area={franchiseeLook} state={card.status} />
        ) : (
          <HealthRing score={card.health.score} size={40} />
        )}
      </Group>
      {card.status === 'SUSPENDED' ? <StatusTag area={franchiseeLook} state={card.status} /> : null}
      <HealthBars parts={card.health.parts} />
      <Text size="sm">{card.address ?? 'No address yet'}</Text>
      <Group gap="md">
        {card.phone ? <PhoneText phone={card.phone} /> : null}
        {card.email ? <EmailText email={card.email} /> : null}
      </Group>
      <Text size="sm" c="dimmed">
        {[card.owner && `Owner ${card.owner}`, card.opensAt && hoursOf(card)].filter(Boolean).join(' · ') ||
          'No timings yet'}
      </Text>
      {card.classes.length > 0 ? (
        <Stack gap={6}>
          {card.classes.map((one) => (
            <SeatMeter key={one.code} name={one.name} seats={one.seats} enrolled={one.enrolled} />
          ))}
          <Text size="sm" c="dimmed">
            {card.fill === null
              ? `${formatCount(card.enrolled)} children`
              : `${wholePercent(card.fill)} filled`}
            {card.peerFill === null ? '' : ` · centres like it ${wholePercent(card.peerFill)}`}
          </Text>
        </Stack>
      ) : null}
      {card.near.length > 0 ? (
        <Text size="sm">
          Near: {card.near.map((one) => `${one.label} ${one.km.toFixed(1)} km`).join(', ')}
        </Text>
      ) : null}
      <Group justify="space-between" mt="auto">
        <Checkbox size="xs" label="Compare" checked={chosen} onChange={toggle} />
        {card.lat !== null && card.lng !== null ? (
          <Anchor
            size="sm"
            href={`https://www.google.com/maps/search/?api=1&query=${card.lat},${card.lng}`}
            target="_blank"
            rel="noreferrer"
          >
            Open in maps
          </Anchor>
        ) : null}
      </Group>
    </article>
  );
}

/** The five parts of last night as five short bars; what has no data is left out. */
/** Seats are told in whole per cent: the counts stand above. */
const wholePercent = (basisPoints: number): string => formatPercent(Math.round(basisPoints / 100) * 100);

function HealthBars({ parts }: { parts: Card['health']['parts'] }) {
  const known = parts.filter((part) => part.value !== null);
  if (known.length === 0) return null;
  return (
    <div className={classes.healthBars}>
      {known.map((part) => (
        <span key={part.key} title={`${HEALTH_PARTS[part.key].title}: ${part.value}`}>
          <span className={classes.meterTrack}>
            <span
              className={classes.bar}
              data-tone={toneOfHealth(part.value)}
              style={{ top: 0, bottom: 0, left: 0, width: `${part.value ?? 0}%` }}
            />
          </span>
          <Text size="xs" c="dimmed" truncate>
            {HEALTH_PARTS[part.key].title}
          </Text>
        </span>
      ))}
    </div>
  );
}
