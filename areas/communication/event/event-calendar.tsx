import { addMonths, type Day, endOfMonth, formatClock, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { MonthGrid } from '@aangan/web/calendar/month-grid.tsx';
import { cls } from '@aangan/web/cls.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import {
  ActionIcon,
  Anchor,
  Button,
  Chip,
  Drawer,
  Group,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { IconCake, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type DatedEvent, eventContract } from './event.contract.ts';
import classes from './event-calendar.module.css';
import { dotOf, tintOf } from './event-look.tsx';
import { eventPaths } from './event-paths.ts';
import { eventWords } from './event-words.tsx';

interface Birthday {
  onDate: Day;
  name: string;
  section: string | null;
}
interface Planned {
  events: readonly DatedEvent[];
  closed: readonly { onDate: Day; title: string }[];
  birthdays?: readonly Birthday[];
}
type Layer = 'events' | 'closed' | 'birthdays';

/** /eventcalendar/event-calendar-view: the staff's calendar of a centre, and the family's of its children. */
export function EventCalendar() {
  const { holds } = useSession();
  return holds('eventCalendar') ? <StaffCalendar /> : <FamilyCalendar />;
}

const useMonth = () => {
  const [asked, setMonth] = useParam('month');
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked ?? '')
    ? (asked ?? '')
    : todayIst(serverNow()).slice(0, 7);
  return { month, setMonth, from: `${month}-01`, to: endOfMonth(`${month}-01`) };
};

function StaffCalendar() {
  const { month, setMonth, from, to } = useMonth();
  const query = useQuery(eventContract.calendar, { from, to }, { keepPrevious: true });
  const { holds } = useSession();
  return (
    <PageFrame
      title="Event calendar"
      context="centre"
      primary={holds('eventCalendar', true) ? { label: 'Add event', to: eventPaths.add } : undefined}
      menu={[
        { label: 'All events as a list', to: eventPaths.list },
        { label: 'Print month', run: () => window.print() },
      ]}
    >
      <QueryState query={query}>
        {(planned) => (
          <Calendar
            month={month}
            setMonth={setMonth}
            planned={planned}
            layers={['events', 'closed', 'birthdays']}
          />
        )}
      </QueryState>
    </PageFrame>
  );
}

function FamilyCalendar() {
  const t = useText(eventWords);
  const { month, setMonth, from, to } = useMonth();
  const query = useQuery(eventContract.familyCalendar, { from, to }, { keepPrevious: true });
  return (
    <PageFrame title={t('calendar')}>
      <QueryState query={query}>
        {(planned) => (
          <Calendar month={month} setMonth={setMonth} planned={planned} layers={['events', 'closed']} />
        )}
      </QueryState>
    </PageFrame>
  );
}

interface CalendarProps {
  month: string;
  setMonth: (month: string | null) => void;
  planned: Planned;
  layers: readonly Layer[];
}

function Calendar({ month, setMonth, planned, layers }: CalendarProps) {
  const t = useText(eventWords);
  const { language } = useLanguage();
  const [form, setForm] = useParam('view');
  const [day, setDay] = useParam('day');
  const [shown, setShown] = useState<readonly string[]>(layers);
  const has = (layer: Layer) => shown.includes(layer);
  const all: Planned = {
    events: has('events') ? planned.events : [],
    closed: has('closed') ? planned.closed : [],
    birthdays: has('birthdays') ? (planned.birthdays ?? []) : [],
  };
  const titleOf = (event: DatedEvent) => (language === 'hi' && event.titleHi ? event.titleHi : event.title);
  const step = (months: number) => setMonth(addMonths(`${month}-01`, months).slice(0, 7));
  const today = todayIst(serverNow());
  return (
    <Stack gap="md">
      <Group gap="sm" className="no-print">
        <ActionIcon variant="default" size="lg" aria-label={t('earlier')} onClick={() => step(-1)}>
          <IconChevronLeft {...icon} />
        </ActionIcon>
        <Button variant="default" disabled={today.startsWith(month)} onClick={() => setMonth(null)}>
          {t('today')}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={t('later')} onClick={() => step(1)}>
          <IconChevronRight {...icon} />
        </ActionIcon>
        <SegmentedControl
          aria-label={t('show')}
          value={form === 'agenda' ? 'agenda' : 'month'}
          onChange={(value) => setForm(value === 'agenda' ? value : null)}
          data={[
            { value: 'month', label: t('month') },
            { value: 'agenda', label: t('agenda') },
          ]}
        />
        <Chip.Group multiple value={[...shown]} onChange={setShown}>
          <Group gap="xs">
            {layers.map((layer) => (
              <Chip key={layer} value={layer} size="sm">
                {t(layer)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      {form === 'agenda' ? (
        <Agenda planned={all} month={month} titleOf={titleOf} />
      ) : (
        <MonthGrid
          month={month}
          cell={(on) => cellOf(all, on, titleOf)}
          onPick={([first]) => setDay(first ?? null)}
        />
      )}
      {day?.startsWith(month) && (
        <Drawer opened onClose={() => setDay(null)} title={formatDay(day)}>
          <DayItems planned={all} day={day} titleOf={titleOf} />
        </Drawer>
      )}
    </Stack>
  );
}

const onDay = (planned: Planned, day: Day) => ({
  events: planned.events.filter(({ onDate, toOn }) => onDate <= day && day <= toOn),
  closed: planned.closed.filter(({ onDate }) => onDate === day),
  birthdays: (planned.birthdays ?? []).filter(({ onDate }) => onDate === day),
});

const MOST_LINES = 3;

function cellOf(planned: Planned, day: Day, titleOf: (event: DatedEvent) => string) {
  const { events, closed, birthdays } = onDay(planned, day);
  if (events.length + closed.length + birthdays.length === 0) return null;
  const named = closed.filter(({ title }) => title !== 'Day off');
  const more = events.length - MOST_LINES;
  return {
    says: [
      ...closed.map(({ title }) => title),
      ...events.map((event) => titleOf(event)),
      ...birthdays.map(({ name }) => `Birthday: ${name}`),
    ].join(', '),
    ...(closed.length > 0
      ? {
          background:
            named.length > 0 ? 'var(--mantine-color-red-light)' : 'var(--mantine-color-default-hover)',
        }
      : {}),
    content: (
      <>
        {named.map(({ title }) => (
          <span key={title} className={classes.line}>
            {title}
          </span>
        ))}
        {events.slice(0, MOST_LINES).map((event) => (
          <span
            key={event.id}
            className={cls(classes.line, event.cancelled !== null && classes.off)}
            style={{ background: tintOf[event.colour] }}
          >
            {titleOf(event)}
          </span>
        ))}
        {more > 0 && <span className={classes.line}>+{more}</span>}
        {birthdays.length > 0 && (
          <span className={classes.line}>
            <IconCake size={11} aria-hidden />{' '}
            {birthdays.length === 1 ? birthdays[0]?.name : birthdays.length}
          </span>
        )}
        <span className={classes.dots} aria-hidden>
          {events.map((event) => (
            <span key={event.id} style={{ background: dotOf[event.colour] }} />
          ))}
          {birthdays.length > 0 && <IconCake size={11} />}
        </span>
      </>
    ),
  };
}

function Agenda({
  planned,
  month,
  titleOf,
}: {
  planned: Planned;
  month: string;
  titleOf: (event: DatedEvent) => string;
}) {
  const t = useText(eventWords);
  const days = new Set([
    ...planned.events.map(({ onDate }) => (onDate < `${month}-01` ? `${month}-01` : onDate)),
    ...planned.closed.filter(({ title }) => title !== 'Day off').map(({ onDate }) => onDate),
    ...(planned.birthdays ?? []).map(({ onDate }) => onDate),
  ]);
  if (days.size === 0) return <EmptyState title={t('empty')} help={t('emptyHelp')} />;
  return (
    <Stack gap="sm" style={{ maxWidth: 760 }}>
      {[...days].sort().map((day) => (
        <Section key={day} title={formatDay(day)}>
          <DayItems planned={planned} day={day} titleOf={titleOf} />
        </Section>
      ))}
    </Stack>
  );
}

export const hoursOf = (event: Pick<DatedEvent, 'startsAt' | 'endsAt'>, allDay: string): string =>
  event.startsAt && event.endsAt ? `${formatClock(event.startsAt)} – ${formatClock(event.endsAt)}` : allDay;

function DayItems({
  planned,
  day,
  titleOf,
}: {
  planned: Planned;
  day: Day;
  titleOf: (event: DatedEvent) => string;
}) {
  const t = useText(eventWords);
  const { events, closed, birthdays } = onDay(planned, day);
  if (events.length + closed.length + birthdays.length === 0)
    return <EmptyState title={t('empty')} help={t('emptyHelp')} />;
  return (
    <Stack gap="sm">
      {closed.map(({ title }) => (
        <Group key={title} gap="sm">
          <Tag tone="danger">{t('closedDay')}</Tag>
          <Text>{title}</Text>
        </Group>
      ))}
      {events.map((event) => (
        <Group key={event.id} gap="sm" wrap="nowrap" align="stretch">
          <span className={classes.swatch} style={{ background: dotOf[event.colour] }} aria-hidden />
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Anchor component={Link} to={eventPaths.view(event.id)} fw={600}>
                {titleOf(event)}
              </Anchor>
              {event.cancelled !== null && <Tag tone="danger">{t('cancelled')}</Tag>}
            </Group>
            <Text size="sm" c="dimmed">
              {[t(event.kind), hoursOf(event, t('allDay')), event.place, event.classes ?? t('allClasses')]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {event.cancelled !== null && <Text size="sm">{event.cancelled}</Text>}
          </div>
        </Group>
      ))}
      {birthdays.map(({ name, section }) => (
        <Group key={`${name} ${section}`} gap="sm">
          <Tag tone="info">{t('birthday')}</Tag>
          <Text>{section ? `${name}, ${section}` : name}</Text>
        </Group>
      ))}
    </Stack>
  );
}
