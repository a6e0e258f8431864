import type { AnyRecord } from '@aangan/contract/record.ts';
import type { ComponentType } from 'react';
import { type Screen, screen } from '../screens.ts';

type Load = () => Promise<ComponentType>;

export interface RecordScreenOptions {
  /** Own components instead of the generic ones. */
  list?: Load;
  form?: Load;
  view?: Load;
  /** What the specification says of the group's paths. */
  centre?: true;
  level?: Screen['level'];
  approval?: string;
}

/** The screens of a record at its stated paths: list, add (write), edit (write), view. */
export function recordScreens(record: AnyRecord, options: RecordScreenOptions = {}): Screen[] {
  const { list, add, edit, view } = record.screens;
  const shared = {
    module: record.module,
    ...(options.centre ? { centre: options.centre } : {}),
    ...(options.level ? { level: options.level } : {}),
    ...(options.approval ? { approval: options.approval } : {}),
  };
  const form =
    options.form ??
    (async () => {
      const { RecordForm } = await import('./record-form.tsx');
      return () => <RecordForm record={record} />;
    });
  const all: (Screen | null)[] = [
    list
      ? screen({
          ...shared,
          path: list,
          title: record.plural,
          load:
            options.list ??
            (async () => {
              const { RecordList } = await import('./record-list.tsx');
              return () => <RecordList record={record} />;
            }),
        })
      : null,
    add
      ? screen({ ...shared, path: add, title: `Add ${record.title.toLowerCase()}`, write: true, load: form })
      : null,
    edit ? screen({ ...shared, path: edit, title: record.title, write: true, load: form }) : null,
    view
      ? screen({
          ...shared,
          path: view,
          title: record.title,
          load:
            options.view ??
            (async () => {
              const { RecordView } = await import('./record-view.tsx');
              return () => <RecordView record={record} />;
            }),
        })
      : null,
  ];
  return all.filter((one) => one !== null);
}
