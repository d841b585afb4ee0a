import { useEffect, useRef } from 'react';
import { useI18n } from '@/i18n/I18n';
import type { Label, Match } from './labelSearch';
import classes from './LabelField.module.css';

interface LabelOptionsProps {
  id: string;
  name: string;
  matches: readonly Match[];
  /** With them all labels are shown in their groups; without, the matches with their definitions. */
  groups: readonly { group: string; labels: readonly Label[] }[] | null;
  chosen: readonly string[];
  active: number;
  /** How many of the first options have a number. */
  numbered: number;
  onActive: (index: number) => void;
  onPick: (label: string) => void;
}

export function LabelOptions({ id, name, matches, groups, chosen, active, numbered, onActive, onPick }: LabelOptionsProps) {
  const { t, has } = useI18n();
  const say = t as (key: string) => string;
  const list = useRef<HTMLDivElement>(null);
  // In a body of their own: newer browsers answer with a promise, which is no clean-up.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const option = (match: Match, index: number, full: boolean) => (
    // Keys stay in the field above, which names the active option; the pointer only needs the press.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={match.label.name}
      id={`${id}-${index}`}
      className={full ? classes.row : classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={chosen.includes(match.label.name)}
      data-active={index === active}
      title={full ? undefined : match.label.definition}
      onMouseDown={(event) => event.preventDefault()}
      onMouseEnter={() => onActive(index)}
      onClick={() => onPick(match.label.name)}
    >
      {index < numbered ? <kbd className={classes.number} aria-hidden>{index + 1}</kbd> : <span className={classes.number} />}
      <b className={classes.name}>{match.label.display}</b>
      <span className={full ? classes.definition : 'le-visually-hidden'}>
        {match.by !== null && <i>{match.by} · </i>}
        {match.label.definition}
      </span>
    </div>
  );
  const shown = matches[active]?.label ?? null;
  return (
    <div className={classes.drop}>
      <div ref={list} id={id} className={classes.list} role="listbox" aria-multiselectable aria-label={name}>
        {matches.length === 0 && <p className={classes.nothing}>{t('form.no_label')}</p>}
        {groups === null
          ? matches.map((match, index) => option(match, index, true))
          : groups.map(({ group, labels }) => {
              const first = matches.findIndex(({ label }) => label.group === group);
              const title = has(`label_group.${group}`) ? say(`label_group.${group}`) : group;
              return (
                <div key={group} className={classes.group} role="group" aria-label={title}>
                  <span className={classes.groupName} aria-hidden>
                    {title}
                  </span>
                  <div className={classes.options}>
                    {labels.map((label, place) => option({ label, by: null }, first + place, false))}
                  </div>
                </div>
              );
            })}
      </div>
      {groups !== null && (
        <p className={classes.shown} aria-hidden>
          {shown === null ? t('form.definition_hint') : `${shown.display}: ${shown.definition}`}
        </p>
      )}
    </div>
  );
}
