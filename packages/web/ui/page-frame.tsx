import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { cls } from '../cls.ts';
import { formatCount } from '../format.ts';
import { contextLine, useSession } from '../session/use-session.ts';
import { useText } from '../text/text.tsx';
import { type Action, useAction } from './action.tsx';
import { AreaTitleContext } from './area-title.ts';
import { icon } from './icon.ts';
import classes from './page-frame.module.css';

export interface Crumb {
  label: string;
  to?: string;
}

export interface PageFrameProps {
  title: string;
  /** `{n: 10000, more: true}` reads "10,000+". */
  count?: { n: number; more: boolean } | number | undefined;
  /** Area and parents; default: the area's title. */
  crumbs?: readonly Crumb[];
  primary?: Action | undefined;
  menu?: readonly Action[];
  /** Shows "(014) Andheri · 2026-2027" where centre or year matters. */
  context?: 'centre' | 'centre-year';
  /** The content takes the window's height (lists scroll inside). */
  fill?: boolean;
  children: ReactNode;
}

const BRAND = 'Aangan';

/** The frame of every signed-in screen: breadcrumb, title with count, one primary action, a menu, sticky at 48 px. */
export function PageFrame({
  title,
  count,
  crumbs,
  primary,
  menu = [],
  context,
  fill = false,
  children,
}: PageFrameProps) {
  const session = useSession();
  const area = useContext(AreaTitleContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const line = context ? contextLine(session, context) : null;
  const place = session.franchisee?.companyName;

  useEffect(() => {
    document.title = [title, place, BRAND].filter(Boolean).join(' · ');
  }, [title, place]);

  // A route change moves focus to the title, so a screen reader announces where it is (shell.md 4.3).
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);

  const path = crumbs ?? (area ? [{ label: area }] : []);
  return (
    <div className={cls(classes.page, fill && classes.fill)}>
      <header className={classes.head}>
        <div className={classes.titles}>
          {path.length > 0 && (
            <nav aria-label="Breadcrumb" className={classes.crumbs}>
              <ol>
                {path.map((crumb) => (
                  <li key={crumb.label}>
                    {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : <span>{crumb.label}</span>}
                    <span aria-hidden="true">/</span>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <h1 className={classes.title} ref={heading} tabIndex={-1} title={title}>
            {title}
          </h1>
          {count !== undefined && <span className={cls(classes.count, 'figures')}>{countText(count)}</span>}
        </div>
        {line && <span className={classes.context}>{line}</span>}
        <div className={cls(classes.actions, 'no-print')}>
          <ActionMenu actions={menu} />
          {primary && !primary.hidden && <PrimaryAction action={primary} />}
        </div>
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  );
}

/** `10,000+` or `42`. */
export const countText = (count: { n: number; more: boolean } | number): string =>
  typeof count === 'number' ? formatCount(count) : `${formatCount(count.n)}${count.more ? '+' : ''}`;

function PrimaryAction({ action }: { action: Action }) {
  const run = useAction();
  const shared = {
    size: 'sm',
    leftSection: action.icon,
    disabled: action.disabled ?? false,
    'data-primary-action': true,
  } as const;
  const button =
    action.to === undefined ? (
      <Button {...shared} onClick={() => run(action)}>
        {action.label}
      </Button>
    ) : (
      <Button {...shared} component={Link} to={action.to}>
        {action.label}
      </Button>
    );
  return action.hint ? <Tooltip label={action.hint}>{button}</Tooltip> : button;
}

/** The '…' menu; nothing when every action is hidden. */
export function ActionMenu({
  actions,
  label,
  size = 'lg',
}: {
  actions: readonly Action[];
  label?: string;
  size?: 'md' | 'lg';
}) {
  const t = useText();
  const run = useAction();
  const shown = actions.filter((action) => !action.hidden);
  if (shown.length === 0) return null;
  const name = label ?? t('action.more');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={name}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {shown.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            disabled={action.disabled ?? false}
            onClick={() => run(action)}
            {...(action.danger ? { color: 'var(--a-danger-text)' } : {})}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
