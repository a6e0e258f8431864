import { useText } from '@aangan/web/text/text.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import classes from './frame.module.css';
import { takeTyping } from './typed-ahead.ts';
import { type Found, useFound } from './use-found.ts';

/** Ctrl+K: screens of the menu by a few letters, records by name or number, and the last screens. */
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
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const { groups, searching } = useFound(q, opened);
  const found = groups.flatMap((group) => group.items);
  const current = Math.min(at, found.length - 1);

  const go = (link: string | undefined) => {
    if (!link) return;
    onClose();
    setQ('');
    setAt(0);
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
      closeOnEscape
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
        onFocus={() => {
          const ahead = takeTyping();
          if (ahead) {
            setQ((before) => before + ahead);
            setAt(0);
          }
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
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes.resultHead}>{group.title}</div>
            {group.items.map((item) => {
              const i = found.indexOf(item);
              return (
                <Option key={item.key} item={item} i={i} current={i === current} onPoint={setAt} onGo={go} />
              );
            })}
          </div>
        ))}
        {found.length === 0 && (
          <Text c="dimmed" p="sm" role="status">
            {searching ? t('common.loading') : t('form.nothingFound')}
          </Text>
        )}
      </div>
    </Modal>
  );
}

function Option({
  item,
  i,
  current,
  onPoint,
  onGo,
}: {
  item: Found;
  i: number;
  current: boolean;
  onPoint: (i: number) => void;
  onGo: (link: string) => void;
}) {
  return (
    <button
      type="button"
      id={`palette-${i}`}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className={classes.result}
      onMouseMove={() => onPoint(i)}
      onClick={() => onGo(item.link)}
    >
      <span>{item.label}</span>
      <small>{item.place}</small>
    </button>
  );
}
