import { connection } from '@aangan/web/api/connection.ts';
import { useWaitingAudits } from '@aangan/web/local/waiting-audits.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Avatar, Divider, Drawer, NavLink, Stack, Text } from '@mantine/core';
import { IconLogout, IconQrcode, IconUser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { AuditsHere } from '../../../areas/audits/public.web.tsx';
import { useShell } from '../session-state.ts';
import { viewing } from '../view-as.ts';
import { ChildSelect, FranchiseeSelect, YearSelect } from './context-selects.tsx';
import classes from './frame.module.css';
import { LastScreens } from './last-screens.tsx';
import { AppearanceChoice } from './user-preferences.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

/** Who I am and for what I work (specification 2, right drawer). */
export function RightDrawer({
  opened,
  onClose,
  onLogout,
}: {
  opened: boolean;
  onClose: () => void;
  onLogout: () => void;
}) {
  const t = useText();
  const unsent = useWaitingAudits();
  const { me, modules, menuReady } = useShell();
  const name = me ? `${me.firstName} ${me.lastName}`.trim() : '';
  const mayQr = me?.superAdmin || (menuReady && 'enquiryQRCode' in modules);
  const roles = me?.superAdmin
    ? ['Super Admin']
    : (me?.roles ?? []).map((role) => role.description || role.role);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={360}
      padding="md"
      title="Account"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="md">
        <div className={classes.person}>
          <Avatar name={name} color="brand" size={44} radius="xl" alt="" />
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" truncate title={me?.email ?? ''}>
              {me?.email}
            </Text>
          </div>
        </div>
        <FranchiseeSelect onChosen={onClose} />
        <YearSelect />
        <ChildSelect />
        <Divider />
        <div>
          <NavLink
            component={Link}
            to="/profile"
            label="Profile"
            leftSection={<IconUser {...icon} />}
            onClick={onClose}
          />
          {mayQr && (
            <NavLink
              component={Link}
              to="/enquiry/generate-qrcode"
              label="Generate QR Code"
              leftSection={<IconQrcode {...icon} />}
              onClick={onClose}
            />
          )}
          {!viewing() && (
            <NavLink
              component="button"
              label="Logout"
              leftSection={<IconLogout {...icon} />}
              onClick={onLogout}
            />
          )}
        </div>
        <div className={classes.chips}>
          {roles.map((role) => (
            <span key={role} className={classes.chip}>
              {role}
            </span>
          ))}
        </div>
        <WaitingChanges onLeave={onClose} />
        {unsent.answers + unsent.photos > 0 && (
          <Suspense>
            <AuditsHere onLeave={onClose} />
          </Suspense>
        )}
        <LastScreens opened={opened} onGo={onClose} />
        <Divider />
        <AppearanceChoice />
        <Text size="xs" c="dimmed">
          Version {connection.version}
        </Text>
      </Stack>
    </Drawer>
  );
}
