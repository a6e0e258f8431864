import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../format.ts';
import type { ListModel } from '../list/use-list.ts';
import { useText } from '../text/text.tsx';
import { icon } from '../ui/icon.ts';
import { countText } from '../ui/page-frame.tsx';
import classes from './data-table.module.css';

/** "1-50 of 10,000+", previous, next, export. */
export function TableFooter({ list, extra }: { list: ListModel<unknown>; extra?: ReactNode }) {
  const t = useText();
  const { from, to } = list.range;
  if (to === 0 && !list.previous) return null;
  return (
    <div className={classes.foot}>
      <span className="figures" aria-live="polite">
        {list.total &&
          t('list.range', { from: formatCount(from), to: formatCount(to), total: countText(list.total) })}
      </span>
      <div className={classes.footEnd}>
        {extra}
        <Tooltip label={t('list.previous')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('list.previous')}
            disabled={!list.previous}
            onClick={() => list.previous?.()}
          >
            <IconChevronLeft {...icon} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('list.next')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('list.next')}
            disabled={!list.next}
            onClick={() => list.next?.()}
          >
            <IconChevronRight {...icon} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
