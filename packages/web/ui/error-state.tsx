import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { toApiError } from '../api/api-error.ts';
import { cls } from '../cls.ts';
import { useText } from '../text/text.tsx';
import { AskAccessContext } from './ask-access.ts';
import { icon } from './icon.ts';
import classes from './states.module.css';
import { CopyText } from './values.tsx';

/** What failed, what is safe, what to do; the incident id small (look.md 2). */
export function ErrorState({
  error,
  retry,
  children,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const problem = toApiError(error);
  const Ask = useContext(AskAccessContext);
  // A family with an old link is told in its own language.
  const link = problem.code === 'link.not-found' || problem.code === 'link.ended';
  // A page that asked for what cannot be: there is no entry here that could be mended, and trying again changes nothing.
  const astray = problem.status === 422;
  const title = link
    ? t('error.link')
    : problem.status === 403
      ? t('error.noAccess')
      : problem.status === 404
        ? t('error.notFound')
        : t(astray ? 'error.astray' : 'error.title');
  const help = link ? t('error.linkHelp') : astray ? t('error.astrayHelp') : problem.message;
  return (
    <div className={classes.box} role="alert">
      <span className={cls(classes.mark, classes.bad)}>
        <IconAlertTriangle {...icon} />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.help}>{help}</p>
      {children}
      {problem.code === 'module.missing' && Ask && (
        <div className={classes.action}>
          <Ask />
        </div>
      )}
      {retry && !link && problem.status !== 403 && problem.status !== 404 && !astray && (
        <div className={classes.action}>
          <Button variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {problem.incident && (
        <span className={classes.incident}>
          <CopyText text={problem.incident}>
            {t('error.incident', { id: problem.incident.slice(0, 8) })}
          </CopyText>
        </span>
      )}
    </div>
  );
}
