#pragma once
void czeromq_static_anchor(void);
