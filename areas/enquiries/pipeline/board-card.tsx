import { daysBetween, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { cls } from '@aangan/web/cls.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { ActionIcon, Avatar, Menu, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconLock } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { Link } from 'react-router';
import { openStatuses } from '../enquiry/enquiry.states.ts';
import { Flame, NextDate } from '../enquiry/enquiry-look.tsx';
import type { EnquiryRow } from '../enquiry/enquiry-row.ts';
import { stageLabel, statusWithCode } from '../enquiry/stage-label.ts';
import classes from './board.module.css';
import { type NextStep, type StageSetting, stepLabel, stepsFrom, whyNot } from './next-steps.ts';

export const placeOfRow = (row: EnquiryRow) => ({ stage: row.stage, status: row.spancoStatus });

interface BoardCardProps {
  row: EnquiryRow;
  stages: readonly StageSetting[];
  dragged: boolean;
  onDrag: (row: EnquiryRow | null) => void;
  onStep: (row: EnquiryRow, steps: readonly NextStep[]) => void;
}

/** One child on the board: drag it, or take the same steps from its menu. */
export function BoardCard({ row, stages, dragged, onDrag, onStep }: BoardCardProps) {
  const movable = row.can['move'] === true;
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', row.enquiryCode);
    onDrag(row);
  };
  return (
    <article
      className={cls(classes.card, dragged && classes.dragged)}
      draggable={movable}
      onDragStart={start}
      onDragEnd={() => onDrag(null)}
      aria-label={row.childName}
      data-enquiry={row.enquiryCode}
    >
      <div className={classes.top}>
        <Link className={classes.child} to={`/forms/edit/${row.enquiryCode}`} draggable={false}>
          {row.childName}
        </Link>
        {movable && <StepMenu row={row} stages={stages} onStep={onStep} />}
      </div>
      <Text size="xs" className="quiet" lineClamp={1}>
        {[row.className, stageLabel(row.stage)].filter(Boolean).join(' · ')}
      </Text>
      <div className={classes.line}>
        <NextDate row={row} />
        <Tooltip label={row.ownerName ?? 'Nobody owns it'}>
          <Avatar
            size={24}
            radius="xl"
            name={row.ownerName ?? '?'}
            color={row.ownerName ? 'brand' : 'gray'}
            alt={row.ownerName ?? 'Nobody'}
          />
        </Tooltip>
      </div>
      <div className={classes.line}>
        <Stay row={row} stages={stages} />
        <Flame temperature={row.temperature} />
      </div>
    </article>
  );
}

/** How long it stands in its stage; amber when that is longer than the settings allow. */
function Stay({ row, stages }: { row: EnquiryRow; stages: readonly StageSetting[] }) {
  const days = Math.max(0, daysBetween(todayIst(new Date(row.stageSince)), todayIst(new Date(serverNow()))));
  const most = stages.find((stage) => stage.code === row.stage)?.maxDays ?? null;
  const text = days === 0 ? 'Since today' : `${days} d in stage`;
  return most !== null && days > most ? (
    <Tooltip label={`Longer than ${most} days`}>
      <span>
        <Tag tone="warning">{text}</Tag>
      </span>
    </Tooltip>
  ) : (
    <span className="quiet">{text}</span>
  );
}

function StepMenu({ row, stages, onStep }: Pick<BoardCardProps, 'row' | 'stages' | 'onStep'>) {
  const at = placeOfRow(row);
  const steps = stepsFrom(at, stages);
  const shut = openStatuses.flatMap((status) => {
    const why = status === row.spancoStatus ? null : whyNot(at, status, stages);
    return why ? [{ status, why }] : [];
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Move ${row.childName}`}>
          <IconArrowsExchange {...smallIcon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((step) => (
          <Menu.Item
            key={`${step.action} ${step.to}`}
            onClick={() => onStep(row, [step])}
            {...(step.status === 'Lost' ? { color: 'danger' } : {})}
          >
            {stepLabel(step)}
          </Menu.Item>
        ))}
        {shut.length > 0 && <Menu.Divider />}
        {shut.map(({ status, why }) => (
          <Menu.Item key={status} disabled leftSection={<IconLock {...smallIcon} />}>
            {`${statusWithCode(status)}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
