import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { ActionIcon, Checkbox, Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useHomeCards } from '../../../areas/shell/home/use-home-cards.web.ts';
import { AppearanceChoice } from '../frame/user-preferences.tsx';
import { flatMenu } from '../menu.ts';
import { useShell } from '../session-state.ts';
import { type OwnPreference, useSavePreference } from './own-preference.ts';

const MOST_PINS = 12;
const NIGHT = { from: '21:00', to: '07:30' };

/** Theme, language, pins, home and quiet hours; they follow the user to every device. */
export function Preferences({ own }: { own: OwnPreference }) {
  return (
    <div style={{ maxWidth: 640 }}>
      <Stack gap="md">
        <Section title="Look and language" help="They follow you to every device.">
          <AppearanceChoice />
        </Section>
        <Pins pins={own.pins} />
        <QuietHours quiet={own.quiet} />
        <HomeChoice own={own.homeCards} />
      </Stack>
    </div>
  );
}

function Pins({ pins }: { pins: readonly string[] }) {
  const { menu } = useShell();
  const { save } = useSavePreference();
  const items = new Map(flatMenu(menu).map((item) => [item.link, `${item.label} · ${item.place}`]));
  return (
    <Section title="Pinned screens" help="On top of the menu on a phone, and of the search (Ctrl+K).">
      <MultiSelect
        aria-label="Pinned screens"
        placeholder={pins.length === 0 ? 'Choose screens' : ''}
        searchable
        maxValues={MOST_PINS}
        limit={40}
        hidePickedOptions
        nothingFoundMessage="No such screen"
        value={pins.filter((link) => items.has(link))}
        onChange={(links) => save({ pins: links })}
        data={[...items].map(([value, label]) => ({ value, label }))}
      />
    </Section>
  );
}

function QuietHours({ quiet }: { quiet: OwnPreference['quiet'] }) {
  const { save } = useSavePreference();
  const [typed, setTyped] = useState(quiet ?? NIGHT);
  const set = (part: Partial<typeof NIGHT>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (quiet && next.from && next.to) save({ quiet: next });
  };
  return (
    <Section
      title="Quiet hours"
      help="The bell shows no number meanwhile. Nothing is lost: it is there when you look."
    >
      <Stack gap="sm">
        <Switch
          label="Keep still between these times"
          checked={quiet !== null}
          onChange={(event) => save({ quiet: event.currentTarget.checked ? typed : null })}
        />
        {quiet && (
          <Group gap="md">
            <TextInput
              type="time"
              label="From"
              value={typed.from}
              onChange={(event) => set({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label="Until"
              value={typed.to}
              onChange={(event) => set({ to: event.currentTarget.value })}
            />
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function HomeChoice({ own }: { own: OwnPreference['homeCards'] }) {
  const { cards } = useHomeCards();
  const { save } = useSavePreference();
  const place = new Map(own.map(({ key }, i) => [key, i]));
  const rows = [...cards]
    .sort((a, b) => (place.get(a.key) ?? own.length) - (place.get(b.key) ?? own.length))
    .map((card) => ({ ...card, hidden: own.some((one) => one.key === card.key && one.hidden) }));
  const keep = (next: readonly { key: string; hidden: boolean }[]) =>
    save({ homeCards: next.map(({ key, hidden }) => ({ key, hidden })) });
  const move = (at: number, by: 1 | -1) => {
    const next = [...rows];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    keep(next);
  };
  if (rows.length === 0) return null;
  return (
    <Section title="Home" help="Which figures stand on your home, and in which order.">
      <Stack gap={4}>
        {rows.map((row, i) => (
          <Group key={row.key} justify="space-between" wrap="nowrap">
            <Checkbox
              label={row.picture === 'centres' ? `${row.title}, by centre` : row.title}
              checked={!row.hidden}
              onChange={(event) => {
                const hidden = !event.currentTarget.checked;
                keep(rows.map((one) => (one.key === row.key ? { ...one, hidden } : one)));
              }}
            />
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${row.title}: up`}
                disabled={i === 0}
                onClick={() => move(i, -1)}
              >
                <IconArrowUp {...smallIcon} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${row.title}: down`}
                disabled={i === rows.length - 1}
                onClick={() => move(i, 1)}
              >
                <IconArrowDown {...smallIcon} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </Stack>
      {rows.every((row) => row.hidden) && (
        <Text size="sm" c="dimmed" mt="sm">
          Your home shows no figures now.
        </Text>
      )}
    </Section>
  );
}
