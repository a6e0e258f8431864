import type { KeptVisit } from '@aangan/web/local/offline-database.ts';
import { lastVisits } from '@aangan/web/local/recents.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Collapse, NavLink, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useShell } from '../session-state.ts';
import classes from './frame.module.css';

/** The way back to where the phone rang: the last screens of this device with the centre they were seen for (shell.md 11.4). */
export function LastScreens({ opened, onGo }: { opened: boolean; onGo: () => void }) {
  const { me } = useShell();
  const [unfolded, setUnfolded] = useState(false);
  const [visits, setVisits] = useState<readonly KeptVisit[]>([]);
  const userId = me?.id;
  useEffect(() => {
    if (!opened || userId === undefined) return;
    let wanted = true;
    void lastVisits(String(userId)).then((rows) => wanted && setVisits(rows));
    return () => {
      wanted = false;
    };
  }, [opened, userId]);
  if (visits.length === 0) return null;
  const Chevron = unfolded ? IconChevronUp : IconChevronDown;
  return (
    <section>
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Text fw={600}>My last {visits.length === 1 ? 'screen' : `${visits.length} screens`}</Text>
        <Chevron {...smallIcon} />
      </UnstyledButton>
      <Collapse expanded={unfolded}>
        {visits.map((visit) => (
          <NavLink
            key={visit.id}
            component={Link}
            to={visit.path}
            label={visit.title || visit.path}
            description={
              <>
                {visit.context} · <InstantText at={new Date(visit.at).toISOString()} ago />
              </>
            }
            onClick={onGo}
          />
        ))}
      </Collapse>
    </section>
  );
}
