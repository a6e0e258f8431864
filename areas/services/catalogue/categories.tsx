import { useList } from '@aangan/web/list/use-list.ts';
import type { Row } from '@aangan/web/record/record-columns.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { RecordTab } from './record-tab.tsx';
import { serviceCategory } from './service-category.record.ts';

/** /services/categories */
export function Categories() {
  const list = useList(serviceCategory);
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const mayWrite = useSession().holds(serviceCategory.module, true);
  const add = { label: 'Add service category', run: () => edit('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame
      title="Service categories"
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={mayWrite ? add : undefined}
    >
      <RecordTab
        record={serviceCategory}
        list={list}
        edited={edited}
        edit={edit}
        start={{ position: 100, active: true, icon: 'STAR' }}
        empty={{
          title: 'No service categories yet',
          help: mayWrite
            ? 'Add the first group, for example Transport or Day-care.'
            : 'Head office keeps the categories.',
        }}
      />
    </PageFrame>
  );
}
