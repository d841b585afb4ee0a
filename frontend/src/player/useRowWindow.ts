import { useCallback, useEffect, useRef, useState } from 'react';

const SPARE = 6;

interface RowWindow {
  attach: (element: HTMLElement | null) => void;
  onScroll: () => void;
  /** Rows [first, last) are to be rendered. */
  first: number;
  last: number;
  /** Scrolls so that a row is in sight, where it is not. */
  reveal: (row: number) => void;
}

/** Which rows of a long list of equally high rows are in sight. */
export function useRowWindow(count: number, rowHeight: number): RowWindow {
  const element = useRef<HTMLElement | null>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const measure = useCallback(() => {
    if (element.current !== null) {
      setTop(element.current.scrollTop);
      setHeight(element.current.clientHeight);
    }
  }, []);
  const attach = useCallback(
    (next: HTMLElement | null) => {
      element.current = next;
      measure();
    },
    [measure],
  );
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (element.current !== null) {
      observer.observe(element.current);
    }
    return () => observer.disconnect();
  }, [measure]);
  const reveal = useCallback(
    (row: number) => {
      const box = element.current;
      if (box === null) {
        return;
      }
      const start = row * rowHeight;
      if (start < box.scrollTop + rowHeight || start + rowHeight > box.scrollTop + box.clientHeight - rowHeight) {
        box.scrollTop = start - box.clientHeight / 3;
      }
    },
    [rowHeight],
  );
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE);
  return { attach, onScroll: measure, first, last, reveal };
}
