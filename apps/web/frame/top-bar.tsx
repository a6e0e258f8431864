import { franchiseeLabel } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Avatar, Button, Tooltip } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Logo } from '../../../areas/shell/sign-in/logo.tsx';
import { useShell } from '../session-state.ts';
import { Bell } from './bell.tsx';
import classes from './frame.module.css';
import { MenuBar } from './menu-bar.tsx';
import { RoleSelect } from './role-select.tsx';
import { UploadChip } from './upload-chip.tsx';

/** Logo, menu, role, search, bell and what opens the right drawer; its tooltip says centre and year. */
export function TopBar({
  mobile,
  onLeft,
  onRight,
  onPalette,
  onSwitch,
}: {
  mobile: boolean;
  onLeft: () => void;
  onRight: () => void;
  onPalette: () => void;
  /** On a shared tablet: the next one's turn. */
  onSwitch: () => void;
}) {
  const t = useText();
  const { me, franchisee, centreOfScreen, academicYear, tablet } = useShell();
  const name = me ? `${me.firstName} ${me.lastName}`.trim() : '';
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 2);
  const centre = franchisee ? franchiseeLabel(franchisee.id, franchisee.companyName) : 'Select Franchisee';
  const year = [
    academicYear?.academicYear ?? 'FROM YEAR - TO YEAR',
    centreOfScreen ? 'this screen only' : null,
  ]
    .filter(Boolean)
    .join(' · ');
  const tip = (
    <>
      {centre}
      <br />
      {year}
    </>
  );
  return (
    <header className={classes.bar}>
      {mobile && (
        <ActionIcon variant="subtle" color="gray" size="xl" aria-label="Menu" onClick={onLeft}>
          <IconMenu2 {...icon} size={22} />
        </ActionIcon>
      )}
      <Link to="/profile/dashboard" className={classes.logo} aria-label="Aangan, home">
        <Logo />
        {!mobile && 'Aangan'}
      </Link>
      {!mobile && <MenuBar />}
      <div className={classes.end}>
        <UploadChip narrow={mobile} />
        {!mobile && <RoleSelect width={150} />}
        <Tooltip label={`${t('keys.palette')} (Ctrl+K)`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('keys.palette')}
            onClick={onPalette}
          >
            <IconSearch {...icon} />
          </ActionIcon>
        </Tooltip>
        <Bell />
        {tablet && (
          <Button variant="default" onClick={onSwitch}>
            Switch person
          </Button>
        )}
        {!mobile && (
          <Tooltip label={tip}>
            <button type="button" className={classes.context} onClick={onRight}>
              <span>{centre}</span>
              <span className="quiet">{year}</span>
            </button>
          </Tooltip>
        )}
        <Tooltip label={tip}>
          <ActionIcon
            variant="transparent"
            size={44}
            radius="xl"
            // What is seen (the initials) must be part of what is heard (WCAG 2.5.3).
            aria-label={`${initials} ${name}: account, centre and year`}
            aria-haspopup="dialog"
            onClick={onRight}
          >
            <Avatar name={name} color="brand" size={34} radius="xl" alt="" />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}
