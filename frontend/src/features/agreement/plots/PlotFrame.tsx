import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useId, useRef, type ReactNode } from 'react';
import { useI18n } from '@/i18n/I18n';
import classes from './Plots.module.css';
import { saveSvg } from './saveSvg';

interface PlotFrameProps {
  title: string;
  /** What is drawn, of how much, with which intervals. */
  caption: string;
  width: number;
  height: number;
  children: ReactNode;
}

/** One figure: a drawing with its title, its caption, and the way to have it as a file. */
export function PlotFrame({ title, caption, width, height, children }: PlotFrameProps) {
  const { t } = useI18n();
  const drawing = useRef<SVGSVGElement>(null);
  const id = useId();
  const save = (): void => {
    if (drawing.current !== null) {
      saveSvg(drawing.current, title);
    }
  };
  return (
    <figure className={classes.figure} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.title}>
          {title}
        </h2>
        <Tooltip label={t('agreement.save_svg')}>
          <ActionIcon aria-label={t('agreement.save_svg')} onClick={save}>
            <IconPhotoDown size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <svg
        ref={drawing}
        className={classes.drawing}
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxWidth: width }}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-caption`}
      >
        {children}
      </svg>
      <figcaption id={`${id}-caption`} className={classes.caption}>
        {caption}
      </figcaption>
    </figure>
  );
}
