import { useText } from '@aangan/web/text/text.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { flatMenu } from '../menu.ts';
import { useShell } from '../session-state.ts';
import classes from './frame.module.css';

const SHOWN = 40;

const always = [
  { label: 'Home', link: '/profile/dashboard', place: 'Aangan' },
  { label: 'Profile', link: '/profile', place: 'Aangan' },
];

/** Ctrl+K: every screen of the menu by a few letters of its name. */
export function Palette({
  opened,
  onClose,
  onGo,
}: {
  opened: boolean;
  onClose: () => void;
  onGo: (link: string) => void;
}) {
  const t = useText();
  const { menu } = useShell();
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const all = useMemo(() => [...flatMenu(menu), ...always], [menu]);
  const found = useMemo(() => search(all, q).slice(0, SHOWN), [all, q]);
  const current = Math.min(at, found.length - 1);

  const go = (link: string | undefined) => {
    if (!link) return;
    onClose();
    setQ('');
    onGo(link);
  };
  const steer = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: Math.min(current + 1, found.length - 1),
      ArrowUp: Math.max(current - 1, 0),
      Home: 0,
      End: found.length - 1,
    }[event.key];
    if (event.key === 'Enter') go(found[current]?.link);
    else if (to !== undefined) {
      event.preventDefault();
      setAt(to);
      document.getElementById(`palette-${to}`)?.scrollIntoView({ block: 'nearest' });
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      yOffset="12vh"
      centered={false}
      size="lg"
      padding="sm"
      aria-label={t('keys.palette')}
    >
      <TextInput
        value={q}
        onChange={(event) => {
          setQ(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={steer}
        placeholder={t('keys.palette')}
        aria-label={t('keys.palette')}
        leftSection={<IconSearch {...smallIcon} />}
        size="md"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="palette-results"
        aria-activedescendant={found.length > 0 ? `palette-${current}` : undefined}
      />
      <div className={classes.results} id="palette-results" role="listbox" aria-label={t('keys.palette')}>
        {found.map((item, i) => (
          <button
            key={item.link}
            type="button"
            id={`palette-${i}`}
            role="option"
            aria-selected={i === current}
            tabIndex={-1}
            className={classes.result}
            onMouseMove={() => setAt(i)}
            onClick={() => go(item.link)}
          >
            <span>{item.label}</span>
            <small>{item.place}</small>
          </button>
        ))}
        {found.length === 0 && (
          <Text c="dimmed" p="sm">
            {t('form.nothingFound')}
          </Text>
        )}
      </div>
    </Modal>
  );
}

/** Names that begin with the words first, then those that contain all of them. */
export function search<T extends { label: string; place: string }>(items: readonly T[], q: string): T[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const ranked = items.flatMap((item) => {
    const label = item.label.toLowerCase();
    const text = `${label} ${item.place.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) return [];
    return [{ item, rank: label.startsWith(words[0] ?? '') ? 0 : label.includes(words[0] ?? '') ? 1 : 2 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
