import { ActionIcon, Button, Popover, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { newId } from '../api/new-id.ts';
import type { FilterValues } from '../list/list-state.ts';
import type { ListModel } from '../list/use-list.ts';
import { usePreference } from '../local/preferences.ts';
import { useText } from '../text/text.tsx';
import { icon, smallIcon } from '../ui/icon.ts';
import classes from './filter-bar.module.css';

export interface SavedView {
  id: string;
  name: string;
  q: string;
  filters: FilterValues;
  sort: string | null;
}

const sameView = (view: Pick<SavedView, 'q' | 'filters' | 'sort'>, list: ListModel<unknown>): boolean =>
  view.q === list.q &&
  view.sort === list.sort &&
  JSON.stringify(view.filters) === JSON.stringify(list.filters);

const key = (name: string) => `views:${name}`;

/** The saved views of a list as tabs; nothing while there are none. */
export function ViewTabs({ name, list }: { name: string; list: ListModel<unknown> }) {
  const t = useText();
  const [views, setViews] = usePreference<readonly SavedView[]>(key(name), []);
  if (views.length === 0) return null;
  const plain = list.q === '' && Object.keys(list.filters).length === 0;
  return (
    <div className={classes.views}>
      <button type="button" className={classes.view} aria-pressed={plain} onClick={list.clearFilters}>
        {t('list.all')}
      </button>
      {views.map((view) => {
        const on = sameView(view, list);
        return (
          <span key={view.id} style={{ display: 'inline-flex', alignItems: 'center' }}>
            <button type="button" className={classes.view} aria-pressed={on} onClick={() => list.apply(view)}>
              {view.name}
            </button>
            {on && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('list.removeView', { name: view.name })}
                onClick={() => setViews(views.filter((one) => one.id !== view.id))}
              >
                <IconX {...smallIcon} size={12} />
              </ActionIcon>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Keeps the search, filters and sort in use under a name. */
export function SaveViewButton({ name, list }: { name: string; list: ListModel<unknown> }) {
  const t = useText();
  const [views, setViews] = usePreference<readonly SavedView[]>(key(name), []);
  const [opened, setOpened] = useState(false);
  const [title, setTitle] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return;
    setViews([
      ...views,
      { id: newId(), name: title.trim(), q: list.q, filters: list.filters, sort: list.sort },
    ]);
    setOpened(false);
    setTitle('');
  };
  if (list.q === '' && Object.keys(list.filters).length === 0) return null;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label={t('list.saveView')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('list.saveView')}
            onClick={() => setOpened(!opened)}
          >
            <IconBookmark {...icon} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={save} style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}>
          <TextInput
            label={t('list.viewName')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={40}
            data-autofocus
          />
          <Button type="submit">{t('action.save')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
