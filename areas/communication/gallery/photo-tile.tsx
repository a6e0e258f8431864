import { cls } from '@aangan/web/cls.ts';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Group, Text } from '@mantine/core';
import type { StaffPhoto } from './gallery.contract.ts';
import classes from './gallery.module.css';

export function PhotoTile({
  photo,
  chosen,
  cover,
  onChoose,
}: {
  photo: StaffPhoto;
  chosen: boolean;
  cover: boolean;
  onChoose: () => void;
}) {
  const names = photo.children.map(({ name }) => name).join(', ');
  return (
    <button
      type="button"
      className={cls(classes.tile, chosen && classes.chosen)}
      aria-pressed={chosen}
      title={photo.reason ?? names}
      onClick={onChoose}
    >
      <img className={classes.picture} src={photo.small} alt={photo.caption ?? names} loading="lazy" />
      <Group gap={6}>
        <StatusTag area="photo" state={photo.status} />
        {cover && <Tag tone="info">Cover</Tag>}
        {photo.reports.length > 0 && <Tag tone="danger">Reported</Tag>}
      </Group>
      <Text component="span" className={classes.words} c="dimmed">
        {photo.childrenCount === 0 ? 'Nobody recognisable' : names || 'Nobody named'}
      </Text>
    </button>
  );
}
